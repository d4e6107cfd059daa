import type { WordsInLanguages } from "./mail-words.types.ts";

/** The application was sent to the authority; nothing is said of its answer. */
export const SENT_WORDS: WordsInLanguages = {
  en: {
    subject: "Your application was sent to the authorities (order {{order_id}})",
    body: `Dear {{customer_name}},

We have sent your application for the {{service_name}} to the authorities.

This is not an approval yet. We will send you the document when it is ready.`,
  },
  si: {
    subject: "ඔබගේ අයදුම්පත බලධාරීන් වෙත යවන ලදී (ඇණවුම {{order_id}})",
    body: `ආදරණීය {{customer_name}},

{{service_name}} සඳහා ඔබගේ අයදුම්පත අපි බලධාරීන් වෙත යවා ඇත්තෙමු.

මෙය තවමත් අනුමැතියක් නොවේ. ලේඛනය සූදානම් වූ විට අපි එය ඔබට එවන්නෙමු.`,
  },
  ta: {
    subject: "உங்கள் விண்ணப்பம் அதிகாரிகளுக்கு அனுப்பப்பட்டது (ஆர்டர் {{order_id}})",
    body: `அன்புள்ள {{customer_name}},

{{service_name}} க்கான உங்கள் விண்ணப்பத்தை அதிகாரிகளுக்கு அனுப்பிவிட்டோம்.

இது இன்னும் ஒப்புதல் அல்ல. ஆவணம் தயாரானதும் உங்களுக்கு அனுப்புவோம்.`,
  },
  hi: {
    subject: "आपका आवेदन अधिकारियों को भेज दिया गया है (ऑर्डर {{order_id}})",
    body: `प्रिय {{customer_name}},

हमने {{service_name}} के लिए आपका आवेदन अधिकारियों को भेज दिया है।

यह अभी स्वीकृति नहीं है। दस्तावेज़ तैयार होने पर हम उसे आपको भेजेंगे।`,
  },
  zh: {
    subject: "您的申请已提交给主管部门（订单 {{order_id}}）",
    body: `尊敬的 {{customer_name}}：

我们已将您的 {{service_name}} 申请提交给主管部门。

这还不是批准。文件准备好后，我们会发送给您。`,
  },
  ru: {
    subject: "Ваше заявление отправлено в ведомство (заказ {{order_id}})",
    body: `Здравствуйте, {{customer_name}}!

Мы отправили ваше заявление ({{service_name}}) в уполномоченное ведомство.

Это ещё не одобрение. Когда документ будет готов, мы отправим его вам.`,
  },
  de: {
    subject: "Ihr Antrag wurde an die Behörde gesendet (Bestellung {{order_id}})",
    body: `Guten Tag {{customer_name}},

wir haben Ihren Antrag ({{service_name}}) an die Behörde gesendet.

Das ist noch keine Genehmigung. Sobald das Dokument fertig ist, senden wir es Ihnen.`,
  },
  fr: {
    subject: "Votre demande a été envoyée aux autorités (commande {{order_id}})",
    body: `Bonjour {{customer_name}},

Nous avons envoyé votre demande ({{service_name}}) aux autorités.

Il ne s'agit pas encore d'une approbation. Nous vous enverrons le document dès qu'il sera prêt.`,
  },
  es: {
    subject: "Su solicitud se ha enviado a las autoridades (pedido {{order_id}})",
    body: `Hola, {{customer_name}}:

Hemos enviado su solicitud ({{service_name}}) a las autoridades.

Todavía no es una aprobación. Le enviaremos el documento cuando esté listo.`,
  },
  ar: {
    subject: "تم إرسال طلبك إلى السلطات (الطلب {{order_id}})",
    body: `عزيزنا {{customer_name}}،

لقد أرسلنا طلبك ({{service_name}}) إلى السلطات.

هذه ليست موافقة بعد. سنرسل إليك الوثيقة عندما تصبح جاهزة.`,
  },
};

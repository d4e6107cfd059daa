import type { WordsInLanguages } from "./mail-words.types.ts";

/** A paid order has come in. */
export const RECEIVED_WORDS: WordsInLanguages = {
  en: {
    subject: "We have received your order {{order_id}}",
    body: `Dear {{customer_name}},

Thank you. We have received your order of the {{service_name}} and your payment.

We will send you the document when it is ready. Until then you can follow your order on our page.`,
  },
  si: {
    subject: "ඔබගේ ඇණවුම {{order_id}} අපට ලැබී ඇත",
    body: `ආදරණීය {{customer_name}},

ස්තූතියි. {{service_name}} සඳහා ඔබගේ ඇණවුම සහ ගෙවීම අපට ලැබී ඇත.

ලේඛනය සූදානම් වූ විට අපි එය ඔබට එවන්නෙමු. එතෙක් ඔබට අපගේ පිටුවේ ඔබගේ ඇණවුමේ තත්ත්වය බැලිය හැක.`,
  },
  ta: {
    subject: "உங்கள் ஆர்டர் {{order_id}} எங்களுக்குக் கிடைத்தது",
    body: `அன்புள்ள {{customer_name}},

நன்றி. {{service_name}} க்கான உங்கள் ஆர்டரும் கட்டணமும் எங்களுக்குக் கிடைத்தன.

ஆவணம் தயாரானதும் உங்களுக்கு அனுப்புவோம். அதுவரை எங்கள் பக்கத்தில் உங்கள் ஆர்டரின் நிலையைப் பார்க்கலாம்.`,
  },
  hi: {
    subject: "हमें आपका ऑर्डर {{order_id}} मिल गया है",
    body: `प्रिय {{customer_name}},

धन्यवाद। {{service_name}} के लिए आपका ऑर्डर और भुगतान हमें मिल गया है।

दस्तावेज़ तैयार होने पर हम उसे आपको भेजेंगे। तब तक आप हमारे पेज पर अपने ऑर्डर की स्थिति देख सकते हैं।`,
  },
  zh: {
    subject: "我们已收到您的订单 {{order_id}}",
    body: `尊敬的 {{customer_name}}：

感谢您。我们已收到您的 {{service_name}} 订单和付款。

文件准备好后，我们会发送给您。在此之前，您可以在我们的页面上查看订单进度。`,
  },
  ru: {
    subject: "Мы получили ваш заказ {{order_id}}",
    body: `Здравствуйте, {{customer_name}}!

Спасибо. Мы получили ваш заказ ({{service_name}}) и оплату.

Когда документ будет готов, мы отправим его вам. До этого вы можете следить за заказом на нашей странице.`,
  },
  de: {
    subject: "Ihre Bestellung {{order_id}} ist bei uns eingegangen",
    body: `Guten Tag {{customer_name}},

vielen Dank. Ihre Bestellung ({{service_name}}) und Ihre Zahlung sind bei uns eingegangen.

Sobald das Dokument fertig ist, senden wir es Ihnen. Bis dahin können Sie Ihre Bestellung auf unserer Seite verfolgen.`,
  },
  fr: {
    subject: "Nous avons reçu votre commande {{order_id}}",
    body: `Bonjour {{customer_name}},

Merci. Nous avons reçu votre commande ({{service_name}}) et votre paiement.

Nous vous enverrons le document dès qu'il sera prêt. D'ici là, vous pouvez suivre votre commande sur notre page.`,
  },
  es: {
    subject: "Hemos recibido su pedido {{order_id}}",
    body: `Hola, {{customer_name}}:

Gracias. Hemos recibido su pedido ({{service_name}}) y su pago.

Le enviaremos el documento cuando esté listo. Hasta entonces puede seguir su pedido en nuestra página.`,
  },
  ar: {
    subject: "لقد استلمنا طلبك {{order_id}}",
    body: `عزيزنا {{customer_name}}،

شكرًا لك. لقد استلمنا طلبك ({{service_name}}) ودفعتك.

سنرسل إليك الوثيقة عندما تصبح جاهزة. وحتى ذلك الحين يمكنك متابعة طلبك على صفحتنا.`,
  },
};

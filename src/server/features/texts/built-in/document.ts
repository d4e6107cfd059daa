import type { WordsInLanguages } from "./mail-words.types.ts";

/** The mail that carries the document. English is the specified text. */
export const DOCUMENT_WORDS: WordsInLanguages = {
  en: {
    subject: "Your {{service_name}} is ready (order {{order_id}})",
    preview: "Your {{service_name}} is attached to this e-mail.",
    body: `Dear {{customer_name}},

Your {{service_name}} is ready. It is attached to this e-mail.

Please check the details, and keep the document at hand when you travel.

With your order ID and your e-mail address you can download it again at any time.`,
  },
  si: {
    subject: "ඔබගේ {{service_name}} සූදානම් (ඇණවුම {{order_id}})",
    body: `ආදරණීය {{customer_name}},

ඔබගේ {{service_name}} සූදානම්. එය මෙම විද්‍යුත් තැපෑලට අමුණා ඇත.

කරුණාකර විස්තර පරීක්ෂා කර, ගමන් කරන විට ලේඛනය ළඟ තබා ගන්න.

ඔබගේ ඇණවුම් අංකය සහ විද්‍යුත් තැපැල් ලිපිනය සමඟ ඔබට එය ඕනෑම වේලාවක නැවත බාගත හැක.`,
  },
  ta: {
    subject: "உங்கள் {{service_name}} தயார் (ஆர்டர் {{order_id}})",
    body: `அன்புள்ள {{customer_name}},

உங்கள் {{service_name}} தயாராக உள்ளது. அது இந்த மின்னஞ்சலுடன் இணைக்கப்பட்டுள்ளது.

விவரங்களைச் சரிபார்த்து, பயணத்தின்போது ஆவணத்தை உடன் வைத்திருக்கவும்.

உங்கள் ஆர்டர் எண்ணையும் மின்னஞ்சல் முகவரியையும் கொண்டு அதை எப்போது வேண்டுமானாலும் மீண்டும் பதிவிறக்கலாம்.`,
  },
  hi: {
    subject: "आपका {{service_name}} तैयार है (ऑर्डर {{order_id}})",
    body: `प्रिय {{customer_name}},

आपका {{service_name}} तैयार है। यह इस ई-मेल के साथ संलग्न है।

कृपया विवरण जाँच लें और यात्रा के समय दस्तावेज़ अपने पास रखें।

अपने ऑर्डर नंबर और ई-मेल पते से आप इसे कभी भी दोबारा डाउनलोड कर सकते हैं।`,
  },
  zh: {
    subject: "您的 {{service_name}} 已准备好（订单 {{order_id}}）",
    body: `尊敬的 {{customer_name}}：

您的 {{service_name}} 已准备好，见本邮件附件。

请核对各项信息，并在旅行时随身携带该文件。

凭订单号和电子邮件地址，您可以随时再次下载。`,
  },
  ru: {
    subject: "Документ {{service_name}} готов (заказ {{order_id}})",
    body: `Здравствуйте, {{customer_name}}!

Ваш документ {{service_name}} готов. Он приложен к этому письму.

Пожалуйста, проверьте данные и держите документ под рукой во время поездки.

По номеру заказа и адресу электронной почты вы можете в любое время скачать его ещё раз.`,
  },
  de: {
    subject: "Ihr Dokument ist fertig: {{service_name}} (Bestellung {{order_id}})",
    body: `Guten Tag {{customer_name}},

Ihr Dokument ({{service_name}}) ist fertig. Es hängt an dieser E-Mail.

Bitte prüfen Sie die Angaben und halten Sie das Dokument auf der Reise griffbereit.

Mit Ihrer Bestellnummer und Ihrer E-Mail-Adresse können Sie es jederzeit erneut herunterladen.`,
  },
  fr: {
    subject: "Votre document est prêt : {{service_name}} (commande {{order_id}})",
    body: `Bonjour {{customer_name}},

Votre document ({{service_name}}) est prêt. Il est joint à cet e-mail.

Veuillez vérifier les informations et garder le document à portée de main pendant votre voyage.

Avec votre numéro de commande et votre adresse e-mail, vous pouvez le télécharger à nouveau à tout moment.`,
  },
  es: {
    subject: "Su documento está listo: {{service_name}} (pedido {{order_id}})",
    body: `Hola, {{customer_name}}:

Su documento ({{service_name}}) está listo. Va adjunto a este correo electrónico.

Revise los datos y tenga el documento a mano durante el viaje.

Con su número de pedido y su dirección de correo electrónico puede volver a descargarlo en cualquier momento.`,
  },
  ar: {
    subject: "{{service_name}} جاهزة (الطلب {{order_id}})",
    body: `عزيزنا {{customer_name}}،

وثيقتك {{service_name}} جاهزة، وهي مرفقة بهذه الرسالة.

يُرجى مراجعة البيانات والاحتفاظ بالوثيقة في متناول يدك أثناء السفر.

يمكنك تنزيلها مرة أخرى في أي وقت باستخدام رقم طلبك وعنوان بريدك الإلكتروني.`,
  },
};

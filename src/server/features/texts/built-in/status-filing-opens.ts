import type { WordsInLanguages } from "./mail-words.types.ts";

/** The filing window of an order that was bought early has opened. */
export const FILING_OPENS_WORDS: WordsInLanguages = {
  en: {
    subject: "We are now working on your order {{order_id}}",
    body: `Dear {{customer_name}},

The {{service_name}} can only be applied for a limited time before arrival. For your order this time has come, and we are now working on it.

You do not need to do anything.`,
  },
  si: {
    subject: "අපි දැන් ඔබගේ ඇණවුම {{order_id}} මත කටයුතු කරමින් සිටිමු",
    body: `ආදරණීය {{customer_name}},

{{service_name}} සඳහා අයදුම් කළ හැක්කේ පැමිණීමට පෙර සීමිත කාලයක් තුළ පමණි. ඔබගේ ඇණවුම සඳහා එම කාලය පැමිණ ඇති අතර, අපි දැන් ඒ මත කටයුතු කරමින් සිටිමු.

ඔබ කිසිවක් කිරීමට අවශ්‍ය නැත.`,
  },
  ta: {
    subject: "உங்கள் ஆர்டர் {{order_id}} மீது இப்போது பணிபுரிகிறோம்",
    body: `அன்புள்ள {{customer_name}},

வருகைக்கு முந்தைய குறிப்பிட்ட காலத்தில் மட்டுமே {{service_name}} க்கு விண்ணப்பிக்க முடியும். உங்கள் ஆர்டருக்கு அந்த நேரம் வந்துவிட்டது; இப்போது அதில் பணிபுரிகிறோம்.

நீங்கள் எதுவும் செய்யத் தேவையில்லை.`,
  },
  hi: {
    subject: "अब हम आपके ऑर्डर {{order_id}} पर काम कर रहे हैं",
    body: `प्रिय {{customer_name}},

{{service_name}} के लिए आवेदन आगमन से पहले केवल सीमित समय में किया जा सकता है। आपके ऑर्डर के लिए वह समय आ गया है और अब हम उस पर काम कर रहे हैं।

आपको कुछ भी करने की आवश्यकता नहीं है।`,
  },
  zh: {
    subject: "我们正在处理您的订单 {{order_id}}",
    body: `尊敬的 {{customer_name}}：

{{service_name}} 只能在抵达前的一段时间内申请。您的订单现已到申请时间，我们正在处理。

您无需进行任何操作。`,
  },
  ru: {
    subject: "Мы начали работу над вашим заказом {{order_id}}",
    body: `Здравствуйте, {{customer_name}}!

Подать заявление ({{service_name}}) можно только в ограниченный срок до прибытия. Для вашего заказа этот срок наступил, и мы начали работу.

От вас ничего не требуется.`,
  },
  de: {
    subject: "Wir bearbeiten jetzt Ihre Bestellung {{order_id}}",
    body: `Guten Tag {{customer_name}},

der Antrag ({{service_name}}) kann nur in einer begrenzten Zeit vor der Ankunft gestellt werden. Für Ihre Bestellung ist es jetzt so weit, und wir bearbeiten sie.

Sie müssen nichts tun.`,
  },
  fr: {
    subject: "Nous traitons maintenant votre commande {{order_id}}",
    body: `Bonjour {{customer_name}},

La demande ({{service_name}}) ne peut être déposée que pendant une période limitée avant l'arrivée. Pour votre commande, ce moment est venu et nous la traitons maintenant.

Vous n'avez rien à faire.`,
  },
  es: {
    subject: "Ya estamos tramitando su pedido {{order_id}}",
    body: `Hola, {{customer_name}}:

La solicitud ({{service_name}}) solo se puede presentar durante un tiempo limitado antes de la llegada. Para su pedido ha llegado ese momento y ya lo estamos tramitando.

No tiene que hacer nada.`,
  },
  ar: {
    subject: "نعمل الآن على طلبك {{order_id}}",
    body: `عزيزنا {{customer_name}}،

لا يمكن تقديم طلب {{service_name}} إلا خلال فترة محدودة قبل الوصول. وقد حان هذا الوقت بالنسبة إلى طلبك، ونحن نعمل عليه الآن.

لا يلزمك فعل أي شيء.`,
  },
};

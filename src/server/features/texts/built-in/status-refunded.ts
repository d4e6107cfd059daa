import type { WordsInLanguages } from "./mail-words.types.ts";

/** A refund was recorded; when the money arrives is not known here. */
export const REFUNDED_WORDS: WordsInLanguages = {
  en: {
    subject: "Refund for your order {{order_id}}",
    body: `Dear {{customer_name}},

A refund has been recorded for your order of the {{service_name}}.

How soon you see the money depends on your bank or card company.`,
  },
  si: {
    subject: "ඔබගේ ඇණවුම {{order_id}} සඳහා මුදල් ආපසු ගෙවීම",
    body: `ආදරණීය {{customer_name}},

{{service_name}} සඳහා වූ ඔබගේ ඇණවුමට මුදල් ආපසු ගෙවීමක් සටහන් කර ඇත.

මුදල් ඔබට ලැබෙන කාලය ඔබගේ බැංකුව හෝ කාඩ්පත් සමාගම අනුව වෙනස් වේ.`,
  },
  ta: {
    subject: "உங்கள் ஆர்டர் {{order_id}} க்கான பணம் திருப்பி அளிப்பு",
    body: `அன்புள்ள {{customer_name}},

{{service_name}} க்கான உங்கள் ஆர்டருக்குப் பணம் திருப்பி அளிப்பு பதிவு செய்யப்பட்டுள்ளது.

பணம் எப்போது கிடைக்கும் என்பது உங்கள் வங்கி அல்லது அட்டை நிறுவனத்தைப் பொறுத்தது.`,
  },
  hi: {
    subject: "आपके ऑर्डर {{order_id}} का रिफ़ंड",
    body: `प्रिय {{customer_name}},

{{service_name}} के आपके ऑर्डर के लिए रिफ़ंड दर्ज किया गया है।

राशि आपको कब मिलेगी, यह आपके बैंक या कार्ड कंपनी पर निर्भर करता है।`,
  },
  zh: {
    subject: "您的订单 {{order_id}} 的退款",
    body: `尊敬的 {{customer_name}}：

您的 {{service_name}} 订单已登记退款。

到账时间取决于您的银行或发卡机构。`,
  },
  ru: {
    subject: "Возврат средств по заказу {{order_id}}",
    body: `Здравствуйте, {{customer_name}}!

По вашему заказу ({{service_name}}) оформлен возврат средств.

Срок зачисления зависит от вашего банка или эмитента карты.`,
  },
  de: {
    subject: "Erstattung für Ihre Bestellung {{order_id}}",
    body: `Guten Tag {{customer_name}},

für Ihre Bestellung ({{service_name}}) wurde eine Erstattung erfasst.

Wann der Betrag bei Ihnen eingeht, hängt von Ihrer Bank oder Ihrem Kartenanbieter ab.`,
  },
  fr: {
    subject: "Remboursement de votre commande {{order_id}}",
    body: `Bonjour {{customer_name}},

Un remboursement a été enregistré pour votre commande ({{service_name}}).

Le délai de réception dépend de votre banque ou de l'émetteur de votre carte.`,
  },
  es: {
    subject: "Reembolso de su pedido {{order_id}}",
    body: `Hola, {{customer_name}}:

Se ha registrado un reembolso de su pedido ({{service_name}}).

El plazo para recibir el dinero depende de su banco o de la entidad emisora de su tarjeta.`,
  },
  ar: {
    subject: "استرداد مبلغ طلبك {{order_id}}",
    body: `عزيزنا {{customer_name}}،

تم تسجيل استرداد مبلغ طلبك ({{service_name}}).

يعتمد موعد وصول المبلغ على مصرفك أو الجهة المصدرة لبطاقتك.`,
  },
};

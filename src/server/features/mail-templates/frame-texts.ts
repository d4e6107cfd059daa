import type { Language } from "#contract/tracking/visitor-languages.ts";

interface FrameTexts {
  /** In place of a name that an order lacks. */
  customer: string;
  /** Label of the link to the order. */
  order: string;
  /** The same link in a mail that asks something. */
  answer: string;
  because: string;
  /** Said only where answers are read. */
  reply: string;
  noReply: string;
}

/** What a mail about an order says around its text. */
export const FRAME_TEXTS: Record<Language, FrameTexts> = {
  en: {
    customer: "customer",
    order: "See your order",
    answer: "Answer here",
    because: "You are receiving this e-mail because of your order {{orderId}}.",
    reply: "To answer us, reply to this e-mail.",
    noReply: "Please do not reply to this address.",
  },
  si: {
    customer: "පාරිභෝගිකයා",
    order: "ඔබගේ ඇණවුම බලන්න",
    answer: "මෙහි පිළිතුරු දෙන්න",
    because: "ඔබගේ ඇණවුම {{orderId}} නිසා ඔබට මෙම විද්‍යුත් තැපෑල ලැබේ.",
    reply: "අපට පිළිතුරු දීමට, මෙම විද්‍යුත් තැපෑලට පිළිතුරු යවන්න.",
    noReply: "කරුණාකර මෙම ලිපිනයට පිළිතුරු යවන්න එපා.",
  },
  ta: {
    customer: "வாடிக்கையாளர்",
    order: "உங்கள் ஆர்டரைப் பார்க்கவும்",
    answer: "இங்கே பதிலளிக்கவும்",
    because: "உங்கள் ஆர்டர் {{orderId}} காரணமாக இந்த மின்னஞ்சலைப் பெறுகிறீர்கள்.",
    reply: "எங்களுக்குப் பதிலளிக்க, இந்த மின்னஞ்சலுக்குப் பதில் அனுப்பவும்.",
    noReply: "இந்த முகவரிக்குப் பதில் அனுப்ப வேண்டாம்.",
  },
  hi: {
    customer: "ग्राहक",
    order: "अपना ऑर्डर देखें",
    answer: "यहाँ उत्तर दें",
    because: "आपको यह ई-मेल आपके ऑर्डर {{orderId}} के कारण मिल रहा है।",
    reply: "हमें उत्तर देने के लिए इस ई-मेल का जवाब दें।",
    noReply: "कृपया इस पते पर जवाब न भेजें।",
  },
  zh: {
    customer: "客户",
    order: "查看您的订单",
    answer: "在此答复",
    because: "您收到此电子邮件是因为您的订单 {{orderId}}。",
    reply: "如需答复我们，请直接回复此邮件。",
    noReply: "请勿回复此地址。",
  },
  ru: {
    customer: "уважаемый клиент",
    order: "Открыть ваш заказ",
    answer: "Ответить здесь",
    because: "Вы получили это письмо в связи с вашим заказом {{orderId}}.",
    reply: "Чтобы ответить нам, ответьте на это письмо.",
    noReply: "Пожалуйста, не отвечайте на этот адрес.",
  },
  de: {
    customer: "liebe Kundin, lieber Kunde",
    order: "Ihre Bestellung ansehen",
    answer: "Hier antworten",
    because: "Sie erhalten diese E-Mail wegen Ihrer Bestellung {{orderId}}.",
    reply: "Um uns zu antworten, antworten Sie auf diese E-Mail.",
    noReply: "Bitte antworten Sie nicht an diese Adresse.",
  },
  fr: {
    customer: "chère cliente, cher client",
    order: "Voir votre commande",
    answer: "Répondre ici",
    because: "Vous recevez cet e-mail au sujet de votre commande {{orderId}}.",
    reply: "Pour nous répondre, répondez à cet e-mail.",
    noReply: "Merci de ne pas répondre à cette adresse.",
  },
  es: {
    customer: "estimado cliente",
    order: "Ver su pedido",
    answer: "Responder aquí",
    because: "Recibe este correo electrónico por su pedido {{orderId}}.",
    reply: "Para contestarnos, responda a este correo electrónico.",
    noReply: "Por favor, no responda a esta dirección.",
  },
  ar: {
    customer: "العميل",
    order: "عرض طلبك",
    answer: "أجب هنا",
    because: "تصلك هذه الرسالة بسبب طلبك رقم {{orderId}}.",
    reply: "للرد علينا، أجب على هذه الرسالة.",
    noReply: "يُرجى عدم الرد على هذا العنوان.",
  },
};

export const PACK_MESSAGES = {
  packTypeUnknown: "The defence pack must be 1 or 2.",
  packNotOffered:
    "A defence pack is made for an order in Completed or Customer Called, or with an open dispute. This order is neither.",
  packDeleted: 'The order is deleted. Press "Undo last move" on its page before you make a defence pack.',
  packBlocked: "The defence pack can't be made yet.",
  packOverrideForbidden: "Only an Admin or a Manager can make a defence pack while something is missing.",
  packOverrideReasonRequired: "Please enter the reason for making it anyway.",
  packNotFound: "This defence pack does not exist.",
  packDamaged: "The stored file of this defence pack is damaged and can't be opened.",
  preflightTransaction: "Enter the transaction id and the merchant name.",
  preflightDocument: "Upload the approved document.",
  preflightDeliveryMail: "No mail with the document has been sent yet.",
  preflightDownload: "No person has downloaded the whole document.",
  preflightMailUnconfirmed: "The receiving server has not confirmed the mail.",
  preflightPurchaseAddress: "The IP address of the purchase is not known.",
  preflightTerms: "It is not recorded that the terms were accepted.",
  preflightCompany:
    "The letter lacks the company's name, address, telephone or tax id. An Admin sets them in the configuration.",
  preflightDocumentDiffers: "The pack says that the text of the document differs from the order in part.",
  preflightVisitsElsewhere: "The pack says that no visit came from the IP address of the purchase.",
  preflightVisitsAbroad: "The pack says that no visit came from the country of the purchase.",
  preflightVisitsOtherDevice: "The pack says that no visit came from the kind of device of the purchase.",
  preflightPolicyText:
    "The pack says that the text of the accepted terms or of the refund policy is not on record. An Admin sets it in the configuration.",
  preflightRuleNotMet: "The pack says that Visa's rule for compelling evidence is not met, and what is missing for it.",
  preflightRefund: "A refund is recorded or due: the bank will ask why the payment is defended.",
} as const;

export const GATEWAY_MESSAGES = {
  gatewayRequired: "Please select gateway.",
  gatewayUnknown: "This gateway does not exist.",
  gatewayIdNotEncoded: "Send the id of the gateway encoded: doubled, in base64, without padding (2 is NA).",
  gatewayReadOnly: "Only an Admin or a Manager can change the active gateway.",
  gatewayActivated: "Gateway activated successfully",
  gatewayAlready: "This gateway is already the active one.",
} as const;

/** The digits of a telephone number with its country code, used for sorting and searching. */
export function telephoneKey(order: { phoneCode: string | null; telephoneNumber: string | null }): string {
  return `${order.phoneCode ?? ""}${order.telephoneNumber ?? ""}`.replace(/\D/g, "");
}

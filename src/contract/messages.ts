/** Of every part of the program; a feature has its own beside its calls. */
export const MESSAGES = {
  orderNotFound: "This order does not exist.",
  notFound: "There is nothing here.",
  invalidInput: "Please check what you entered.",
  rateLimited: "Too many tries. Please wait a moment and try again.",
  unavailable: "The service is not available at the moment. Please try again shortly.",
  internal: "Something went wrong",
  noRecords: "No records found",
  forbidden: "Your role does not allow this.",
  xsrf: "This page is out of date. Please reload it and try again.",
  tooLarge: "This is larger than the server accepts.",
  bodyCompressed: "The server takes request bodies without compression only.",
  bodyNotUtf8: "The request body must be text in UTF-8.",
  unsupportedBody: "The server expects JSON here.",
  uploadFileRequired: "File is required",
  uploadStalled: "The upload stopped before it was complete. Please try again.",
  uploadLarge: "The file is larger than 10 MB.",
  uploadEmpty: "The file is empty.",
  uploadsMany: "Several of your uploads are in progress. Please wait until they are done.",
  uploadsBusy: "Many uploads are in progress. Please try again in a moment.",
  storageAway: "The document storage is not responding at the moment. Please try again shortly.",
  noSpace: "The service has too little disk space to take new orders at the moment. Please try again in a few minutes.",
  outcomeUnclear:
    "The connection to the database was lost: it is not clear whether this was done. Please check before you repeat it.",
  confirmDelete: "Are you sure you want to delete?",
  noRecord: "No record found",
  noData: "No data available in table",
} as const;

/** The refusal of a body over its operation's limit in bytes. */
export function bodyTooLarge(limit: number): string {
  return `This is larger than the server accepts here: at most ${Math.floor(limit / 1024)} kB.`;
}

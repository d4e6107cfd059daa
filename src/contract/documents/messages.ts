export const DOCUMENT_MESSAGES = {
  uploadEmailRequired: "Please enter your email",
  uploadType: "Only PDF and image files (PNG, JPEG, WebP, GIF, TIFF, HEIC, AVIF) are accepted.",
  uploadPdfEncrypted: "This PDF needs a password to open. Please save it without one and upload it again.",
  uploadPdfActive:
    "This PDF contains scripts, forms that send data or embedded files. Please print it to a plain PDF and upload that.",
  uploadPdfBroken: "This PDF can't be read. Please save it again and upload the new file.",
  uploadTrailing:
    "This file has data after its end, or its end is missing. Please open it, save or print it as a new file, and upload that.",
  uploadDeleted: 'The order is deleted. Press "Undo last move" on its page before you upload a document.',
  uploadUnpaid: "The order is not paid. A document can be uploaded once it is.",
  reasonRequired: "This is not the order's own address. Please give a reason.",
  documentQueued: "The document is stored and the mail is queued.",
  documentChecked: "The file was compared with the order.",
  checkNoText: "This file has no text to compare; look at it before you send it.",
  checkNothingHeld: "The order has nothing to compare this file with; look at it before you send it.",
  checkFailed: "This file could not be compared with the order; look at it before you send it.",
  mailNoDocument: "There is no document to send. Upload the document first.",
  documentNotFound: "This document does not exist.",
} as const;

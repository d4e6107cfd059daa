/** Of questions to the customer, for staff. The customer reads those of the visitor's page. */
export const QUESTION_MESSAGES = {
  questionWants: "question must be text, file or both.",
  questionDay: "Please enter a day from today on.",
  questionDayAlone: "A day needs a question.",
  questionNotFound: "This question is not found.",
  questionClosed: "The question was closed.",
  fileNotFound: "This file is not found.",
} as const;

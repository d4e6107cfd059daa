/** What a question asks for. Apart from the schemas: the visitor's page loads no zod. */
export const QUESTION_WANTS = ["text", "file", "both"] as const;
export type QuestionWants = (typeof QUESTION_WANTS)[number];

export const ANSWER_TEXT_MAX = 4000;
export const ANSWER_FILES_MAX = 3;
/** Of all files of an answer together. */
export const ANSWER_BYTES_MAX = 24 * 1024 * 1024;

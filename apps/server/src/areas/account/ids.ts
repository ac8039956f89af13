const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u

/** Whether the text can be the id of a row; other texts match nothing. */
export const isUuid = (text: string): boolean => uuid.test(text)

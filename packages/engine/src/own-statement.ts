/**
 * Ends the text of each statement that Basalt sends for itself, and of none that a user wrote:
 * `pg_stat_statements` stores neither sessions nor their `application_name`. At the end it moves no
 * error's position.
 */
const mark = '/* basalt */'

export const markOwn = (text: string): string => `${text}\n${mark}`

/** Whether Basalt sent the statement, by its whole text. */
export const isOwnStatement = (text: string): boolean => text.trimEnd().endsWith(mark)

import { typedOn, type TypedWord } from './typed-word.ts'

/** A value of the list; null is NULL. */
export type Choice = string | null

/**
 * The choice that begins with the typed text, case-insensitively; undefined if there is none. An
 * exact-case match is preferred, and NULL comes last.
 */
export function typedChoice(choices: readonly Choice[], typed: string): Choice | undefined {
  const small = typed.toLowerCase()
  const values = choices.filter((choice) => choice !== null)
  const value =
    values.find((one) => one === typed) ??
    values.find((one) => one.startsWith(typed)) ??
    values.find((one) => one.toLowerCase() === small) ??
    values.find((one) => one.toLowerCase().startsWith(small))
  if (value !== undefined) return value
  return choices.includes(null) && 'null'.startsWith(small) ? null : undefined
}

type Key = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean }

/** The typed word after another key; undefined for keys that do not belong to a word. */
export function typedWith(before: TypedWord, pressed: Key): TypedWord | undefined {
  const { key } = pressed
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return undefined
  if (key === 'Backspace' && before.text !== '')
    return { text: before.text.slice(0, -1), at: Date.now() }
  if (key.length !== 1) return undefined
  const typed = typedOn(before, key)
  // A space without preceding letters opens the list.
  return typed.text === ' ' ? undefined : typed
}

import { z } from 'zod/mini'

/**
 * Invisible characters that change how the rest is shown: controls and line breaks, zero-width
 * ones, and direction marks.
 */
const hidden = /[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u
const hiddenAnywhere = new RegExp(hidden, 'gu')

/** Scripts in which invisible joiners connect or separate letters. */
const joining = ['Arab', 'Syrc', 'Deva', 'Beng', 'Gujr', 'Guru', 'Knda', 'Mlym', 'Orya', 'Sinh']
  .concat(['Taml', 'Telu'])
  .map((script) => String.raw`\p{sc=${script}}`)
  .join('')

/** Joiners where they belong: inside of emoji, and between letters of such scripts. */
const joined = new RegExp(
  String.raw`(?<=\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)\u200d(?=\p{Extended_Pictographic})|(?<=[${joining}])[\u200c\u200d](?=[${joining}])`,
  'gu',
)

const isVisible = (text: string): boolean => !hidden.test(text.replaceAll(joined, ''))

const visible = z.refine<string>(isVisible, {
  error: 'Remove line breaks and invisible characters',
})

/** The check of every name that people give: of accounts, projects, tokens, folders and all else. */
export const typedName = (max: number, empty = 'Enter a name') =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, empty),
      z.maxLength(max, `Use at most ${max} characters`),
      visible,
    )

/** The same for a name that may be left empty. */
export const optionalName = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters`), visible)

/** Removes the characters that could not be typed here from another service's name. */
export const visibleName = (name: string): string =>
  isVisible(name)
    ? name.trim()
    : name.replaceAll(hiddenAnywhere, ' ').replaceAll(/\s+/gu, ' ').trim()

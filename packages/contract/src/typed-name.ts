import { z } from 'zod/mini'

/**
 * Characters that nobody sees and that change how the rest is shown: controls and line breaks,
 * zero-width ones, and the marks that turn the direction of writing.
 */
const hidden = /[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u
const hiddenAnywhere = new RegExp(hidden, 'gu')

/** Where joiners belong: inside of emoji, and between letters of scripts that are written so. */
const joined =
  /(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})|(?<=[\p{sc=Arab}\p{sc=Syrc}\p{sc=Deva}\p{sc=Beng}\p{sc=Gujr}\p{sc=Guru}\p{sc=Knda}\p{sc=Mlym}\p{sc=Orya}\p{sc=Sinh}\p{sc=Taml}\p{sc=Telu}])[\u200c\u200d](?=[\p{sc=Arab}\p{sc=Syrc}\p{sc=Deva}\p{sc=Beng}\p{sc=Gujr}\p{sc=Guru}\p{sc=Knda}\p{sc=Mlym}\p{sc=Orya}\p{sc=Sinh}\p{sc=Taml}\p{sc=Telu}])/gu

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

/** A name that another service gives, without what could not be typed here. */
export const visibleName = (name: string): string =>
  isVisible(name)
    ? name.trim()
    : name.replaceAll(hiddenAnywhere, ' ').replaceAll(/\s+/gu, ' ').trim()

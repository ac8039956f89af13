import { randomInt } from 'node:crypto'

const letters = 'abcdefghijklmnopqrstuvwxyz'

/**
 * Twenty random letters: the ref of a project, the slug of an organization. Independent of its
 * name.
 */
export const newReference = (): string =>
  Array.from({ length: 20 }, () => letters[randomInt(letters.length)]).join('')

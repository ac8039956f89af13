import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { listFiles } from './files.mjs'

/**
 * Words with a meaning that only this project knows, each with the term of docs/glossary.md.
 * Patterns match whole words in lower case; identifiers and file names are split into words first.
 */
const privateWords = [
  { word: 'anew', pattern: 'anew', instead: 'again' },
  { word: 'asker', pattern: 'askers?', instead: 'requester' },
  { word: 'beside', pattern: 'beside', instead: 'next to' },
  { word: 'burden', pattern: 'burdens?', instead: 'cost' },
  { word: 'crowd', pattern: 'crowds?', instead: 'queue status' },
  { word: 'desk', pattern: 'desks?', instead: 'session pool' },
  { word: 'door', pattern: 'doors?', instead: 'data route' },
  { word: 'e-mail', pattern: 'e-mails?', instead: 'email' },
  { word: 'eyes', pattern: 'eyes', instead: 'impersonated role' },
  { word: 'fate', pattern: 'fates?', instead: 'outcome, change' },
  { word: 'forgotten', pattern: 'forgotten', instead: 'invalidated' },
  { word: 'gently', pattern: 'gently|gentle', instead: 'online constraint' },
  { word: 'giver', pattern: 'givers?', instead: 'assigner, grantor' },
  { word: 'gone', pattern: 'gone', instead: 'deleted' },
  { word: 'heir', pattern: 'heirs?', instead: 'child table' },
  { word: 'house', pattern: '(?<!click[ -]?)house', instead: 'install' },
  { word: 'keeper', pattern: 'keepers?', instead: 'owning table' },
  { word: 'kept press', pattern: '(?:kept|played) press(?:es)?', instead: 'key buffer' },
  { word: 'ladder', pattern: 'ladders?', instead: 'spend limits' },
  { word: 'last words', pattern: 'last words', instead: 'crash handler' },
  { word: 'let go', pattern: 'lets? go', instead: 'release, evict' },
  { word: 'may look', pattern: 'may look', instead: 'may read the schema' },
  { word: 'meanwhile', pattern: 'meanwhile', instead: 'since it was read, in the background' },
  { word: 'mend', pattern: 'mend(?:s|ed|ing)?', instead: 'fix' },
  { word: 'patience', pattern: 'patience|patient', instead: 'deadline' },
  { word: 'told', pattern: 'told', instead: 'shared, reported' },
  { word: 'typed ahead', pattern: 'typed ahead', instead: 'key buffer' },
  { word: 'until back', pattern: 'until back', instead: 'reconnect' },
  { word: 'wanted', pattern: 'wanted(?! by=)', instead: 'requested' },
  { word: 'whatever', pattern: 'whatever', instead: 'any, every' },
  {
    word: 'what …',
    pattern: '(?:\\/\\/|\\*) what',
    instead: 'a noun, or why, at the start of a comment',
  },
  { word: 'whoever', pattern: 'who(?:m|so)?ever', instead: 'the user, your administrator' },
].map((entry) => ({ ...entry, match: new RegExp(`(?<![a-z])(?:${entry.pattern})(?![a-z])`, 'u') }))

/** Names whose words are plain in a sentence, but say nothing in code. */
const privateNames = [
  { word: 'isAsked', pattern: 'isAsked|isAsking|countAsked', instead: 'isRequested, isConfirming' },
  { word: 'isThere', pattern: 'isThere|wasThere|is_there', instead: 'isPresent' },
  { word: 'giveBack', pattern: 'giveBack|gaveBack', instead: 'release' },
  { word: 'isToItself', pattern: 'isToItself|isOfItself', instead: 'isSelfReference' },
  { word: 'underWay', pattern: 'isUnderWay|underWay', instead: 'isRunning, pending' },
  { word: 'wayBack', pattern: 'useWayBack|wayBack|wayOut', instead: 'the action or the solution' },
].map((entry) => ({ ...entry, match: new RegExp(`\\b(?:${entry.pattern})\\b`, 'u') }))

/** The glossary and these modules name the words; the specification and migrations are fixed. */
const exempt =
  /^docs\/(?:glossary|SPEC)\.md$|^tools\/checks\/private-words\b|\/migrations\/.*\.sql$/u
const isText = (file) => /\.(?:tsx?|mjs|css|md|json|sql|html|sh)$/u.test(file)

/**
 * Lists the private words in a file's name and text.
 *
 * @param {string} file
 * @param {string} text
 * @returns {string[]} words of `privateWords`, each once
 */
export function findPrivateWords(file, text) {
  const words = splitWords(`${file}\n${text}`)
  return [
    ...privateWords.filter(({ match }) => match.test(words)),
    ...privateNames.filter(({ match }) => match.test(text)),
  ].map(({ word }) => word)
}

/**
 * Lists a problem for each private word of each file.
 *
 * @param {{ file: string, text: string }[]} files
 */
export function listWordProblems(files) {
  return files.flatMap(({ file, text }) =>
    findPrivateWords(file, text).map(
      (word) => `${file}: uses the private word "${word}"; ${advice(word)}`,
    ),
  )
}

/** @param {string} root */
export function checkPrivateWords(root) {
  const files = readFiles(root)
  const failures = listWordProblems(files)
  if (files.length === 0) failures.push('The check saw no file')
  return { files: files.length, failures }
}

/** @param {string} root */
function readFiles(root) {
  const places = ['apps', 'packages', 'services', 'e2e', 'tools', 'findings', 'docs']
  const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md']
  return [...places, ...documents]
    .flatMap((place) => listFiles(root, place))
    .filter((file) => isText(file) && !exempt.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
}

/**
 * Turns `SpendLadder` and `spend_ladder.ts` into words in lower case.
 *
 * @param {string} text
 */
function splitWords(text) {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/gu, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
}

/** @param {string} word */
function advice(word) {
  const entry = [...privateWords, ...privateNames].find((candidate) => candidate.word === word)
  return `write ${entry?.instead}`
}

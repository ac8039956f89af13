import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { listFiles } from './files.mjs'

const maxLines = 400
/** Composition: a file that grows with every area has become a second list. */
const maxLinesOf = { 'apps/server/src/install.ts': 80, 'apps/server/src/areas.ts': 80 }
const minTestShare = 0.5

const forbiddenNames = /(?:^|[/.-])(?:utils?|helpers?|misc|common|managers?|data2|v2)(?=[/.-]|$)/iu
const anyType = /(?:[:<,|&(]\s*any\b(?!\s*[('`]))|\bas\s+any\b/u
const modeWord =
  /\b(?:self-?hosted|hosted|platform-?mode|isPlatform|isHosted|is_platform)\b|selfHosted|platformMode/iu
/** Spelled with character classes, so that this file does not find itself. */
const outside = /\.\.\/[s]hared\b|(?<![\w.])\/[w]ork\/|\b[T]ODO\b|\b[F]IXME\b/u

/** Files that may name a mode: it is read once and turned into capabilities there. */
const namesModes = /^apps\/server\/src\/start\/(?:config|mode)\.ts$/u
const isTest = (file) =>
  /\.(?:test|suite)\.tsx?$|^e2e\/|\/src\/testing\/|^(?:packages|services)\/(?:testkit|engine-testkit|gateway-testkit|logs-testkit)\//u.test(
    file,
  )
const isSource = (file) => /\.(?:ts|tsx|mjs|css)$/u.test(file)
const isTyped = (file) => /\.tsx?$/u.test(file)

/**
 * The limits of docs/architecture.md, "Budgets", that need no build.
 *
 * @param {string} root
 */
export function checkBudgets(root) {
  const files = [
    'apps',
    'packages',
    'services',
    'e2e',
    'tools',
    'docs',
    'README.md',
    'CONTRIBUTING.md',
  ]
    .flatMap((place) => listFiles(root, place))
    .map((file) => ({ file, text: isText(file) ? readFileSync(join(root, file), 'utf8') : '' }))
  const share = testShare(files)
  const failures = files.flatMap(({ file, text }) => listProblems(file, text))
  if (files.length === 0) failures.push('The check saw no file')
  if (share < minTestShare) {
    failures.push(
      `Tests have ${share.toFixed(2)} lines per line of code; ${minTestShare} is the least`,
    )
  }
  return { files: files.length, testShare: share, failures }
}

/**
 * @param {string} file
 * @param {string} text
 */
export function listProblems(file, text) {
  const problems = []
  const announce = (problem) => problems.push(`${file}: ${problem}`)
  if (forbiddenNames.test(file)) announce('is named after nothing; name it after what it holds')
  if (outside.test(text))
    announce(`names something outside the project: ${outside.exec(text)?.[0]}`)
  if (!isSource(file)) return problems
  const lines = text.split('\n').length - 1
  const most = maxLinesOf[file] ?? maxLines
  if (lines > most) announce(`has ${lines} lines; ${most} is the most`)
  if (!isTyped(file)) return problems
  const code = withoutComments(withoutSql(text))
  if (anyType.test(code)) announce('uses the type any')
  if (!namesModes.test(file) && !isTest(file) && modeWord.test(code)) {
    announce(`names a mode (${modeWord.exec(code)?.[0]}); ask for a capability`)
  }
  return problems
}

/**
 * Of the product: the tools are plain scripts, and their tests would flatter the figure.
 *
 * @param {{ file: string, text: string }[]} files
 */
function testShare(files) {
  const counted = files.filter(
    ({ file }) => isTyped(file) && /^(?:apps|packages|services|e2e)\//u.test(file),
  )
  const count = (target) =>
    counted
      .filter(({ file }) => isTest(file) === target)
      .reduce(
        (sum, { text }) => sum + text.split('\n').filter((line) => line.trim() !== '').length,
        0,
      )
  return count(true) / Math.max(1, count(false))
}

/**
 * Marked SQL has its own keywords: `any` is one of them.
 *
 * @param {string} text
 */
function withoutSql(text) {
  return text.replaceAll(/\/\* SQL \*\/\s*`[^`]*`/gu, "''")
}

/**
 * Enough for word searches: a comment sign inside a string hides the rest of its line.
 *
 * @param {string} text
 */
function withoutComments(text) {
  return text.replaceAll(/\/\*[\s\S]*?\*\//gu, '').replaceAll(/(?<!:)\/\/.*$/gmu, '')
}

/** @param {string} file */
const isText = (file) => /\.(?:tsx?|mjs|css|md|json|sql|html|svg)$/u.test(file)

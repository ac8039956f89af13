import { createHmac } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'

import { fine, note, problem } from './finding.mjs'
import { readText } from './reading.mjs'

const about = 'secret key'
const restore =
  'Restore the file secret-key from a backup, or set BASALT_SECRET_KEY to the key. A new key cannot read the data.'

/**
 * @param {string} dataDir
 * @param {{ configured: string | undefined, holdsData: boolean }} install
 */
export function inspectSecretKey(dataDir, { configured, holdsData }) {
  const file = join(dataDir, 'secret-key')
  const text = configured ?? readText(file)?.trim()
  if (text === undefined) {
    return holdsData
      ? [problem(about, `${file} is missing, and there is data that needs it.`, restore)]
      : [note(about, 'There is none yet.', 'The first start makes it.')]
  }
  const source = configured === undefined ? file : 'BASALT_SECRET_KEY'
  if (text.length < 32) {
    return [problem(about, `${source} has fewer than 32 characters.`, restore)]
  }
  const findings = []
  if (configured === undefined && (statSync(file).mode & 0o077) !== 0) {
    findings.push(note(about, `${file} is open to other users.`, 'The next start closes it.'))
  }
  const check = readText(`${file}.check`)?.trim()
  if (!check) {
    findings.push(
      note(
        about,
        `${source} cannot be checked: ${file}.check is missing.`,
        'The next start writes it when the key opens the system database.',
      ),
    )
  } else if (check === checkValue(text)) {
    findings.push(fine(about, `${source} is the one that the data was written with.`))
  } else {
    findings.push(
      problem(about, `${source} is not the one that the data was written with.`, restore),
    )
  }
  return findings
}

/** @param {string} key as the server writes it to secret-key.check */
function checkValue(key) {
  return createHmac('sha256', key).update('basalt secret key check').digest('base64url')
}

import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { fail } from './message.mjs'

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * The browser that journeys and the benchmark drive: CHROMIUM_PATH, else one that is
 * installed, else undefined.
 *
 * @returns {string | undefined}
 */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named !== undefined && named !== '') return isProgram(named) ? named : undefined
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const onPath = folders.flatMap((folder) => commands.map((command) => join(folder, command)))
  return [...onPath, ...applications].find(isProgram)
}

/**
 * As `findChromium`, but installs Debian's package where that is possible and otherwise
 * ends with a message: browser tests are never left out.
 *
 * @returns {string}
 */
export function requireChromium() {
  const found = findChromium()
  if (found !== undefined) return found
  if (process.env.CHROMIUM_PATH) {
    return fail(`CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, which is not a program.`)
  }
  if (process.getuid?.() === 0 && hasApt()) {
    console.log('No Chromium is installed: installing the package chromium')
    const options = {
      stdio: /** @type {const} */ (['ignore', 'ignore', 'inherit']),
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }
    try {
      execFileSync('apt-get', ['-q', 'update'], options)
      execFileSync(
        'apt-get',
        ['-q', 'install', '-y', '--no-install-recommends', 'chromium'],
        options,
      )
    } catch {
      return fail('The package chromium could not be installed; apt-get said why above.')
    }
    const installed = findChromium()
    if (installed !== undefined) return installed
  }
  return fail(
    'The browser tests need Chromium, and none was found.\n' +
      'Install it (on Debian: apt-get install chromium), or set CHROMIUM_PATH to a program.',
  )
}

function hasApt() {
  if (!existsSync('/usr/bin/apt-get') || !existsSync('/etc/os-release')) return false
  return /^ID(_LIKE)?=.*(debian|ubuntu)/mu.test(readFileSync('/etc/os-release', 'utf8'))
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

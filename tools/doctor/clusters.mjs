import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

import { fine, note, problem } from './finding.mjs'
import { namesIn, processState, readJson, readTail, readText, worksIn } from './reading.mjs'

/**
 * @typedef {{ about: string, dir: string }} Home
 * @typedef {import('./finding.mjs').Finding} Finding
 */

const unfinished = /\.(partial|removed)$/u

/** @param {string} dataDir */
export function clusterHomes(dataDir) {
  const projects = namesIn(join(dataDir, 'clusters'))
    .filter((name) => /^[a-z0-9]+$/u.test(name))
    .map((name) => ({ about: `project ${name}`, dir: join(dataDir, 'clusters', name) }))
  const system = { about: 'system database', dir: join(dataDir, 'system') }
  return { system: existsSync(system.dir) ? system : undefined, projects }
}

/**
 * @param {string} dataDir
 * @param {{ engineMajor: number | undefined, isServed: boolean, usesOwnSystem: boolean }} install
 */
export function inspectClusters(dataDir, install) {
  const { system, projects } = clusterHomes(dataDir)
  const homes = [...(system ? [system] : []), ...projects]
  return [
    ...(install.usesOwnSystem && system === undefined && projects.length > 0
      ? [
          problem(
            'system database',
            `${join(dataDir, 'system')} is missing, and there are projects that only it knows.`,
            `Restore it from a backup, or set BASALT_SYSTEM_DATABASE_URL to where it is. To start over, move ${join(dataDir, 'clusters')} away.`,
          ),
        ]
      : []),
    ...homes.flatMap((home) => inspectCluster(home, install)),
    ...samePorts(homes),
    ...leftovers(dataDir),
  ]
}

/**
 * @param {Home} home
 * @param {{ engineMajor: number | undefined, isServed: boolean }} install
 * @returns {Finding[]}
 */
function inspectCluster(home, { engineMajor, isServed }) {
  const { about, dir } = home
  const data = join(dir, 'data')
  if (!hasFiles(dir)) {
    return [note(about, `${dir} holds no file.`, 'A creation that needs the place removes it.')]
  }
  const major = Number(/^(\d+)\s*$/u.exec(readText(join(data, 'PG_VERSION')) ?? '')?.[1])
  const missing = ['PG_VERSION', join('global', 'pg_control'), 'base', 'pg_wal'].filter(
    (name) => !existsSync(join(data, name)),
  )
  if (missing.length > 0 || Number.isNaN(major)) {
    const what = missing.length > 0 ? `lacks ${missing.join(', ')}` : 'has a damaged PG_VERSION'
    return [
      problem(
        about,
        `${data} ${what}.`,
        `Restore ${dir} from a backup. To start over, move it away.`,
      ),
    ]
  }
  const findings = [...record(home, major), ...version(home, major, engineMajor)]
  findings.push(...postmaster(home, isServed))
  return findings.some(({ level }) => level === 'problem')
    ? findings
    : [...findings, fine(about, `PostgreSQL ${major}, its files are there.`)]
}

/**
 * @param {Home} home
 * @param {number} major
 */
function record({ about, dir }, major) {
  const file = join(dir, 'cluster.json')
  const found = readJson(file)
  const fix = 'Start: it is written again from the data. No data is lost.'
  if (!(found?.major > 0 && found.port > 0)) {
    return [problem(about, `${file} is ${existsSync(file) ? 'damaged' : 'missing'}.`, fix)]
  }
  if (found.major === major) return []
  return [
    problem(
      about,
      `${file} says PostgreSQL ${found.major}, the data says ${major}.`,
      `Move ${file} away and start: it is written again from the data.`,
    ),
  ]
}

/**
 * @param {Home} home
 * @param {number} major
 * @param {number | undefined} engineMajor
 */
function version({ about }, major, engineMajor) {
  if (engineMajor === undefined || engineMajor === major) return []
  return [
    problem(
      about,
      `Its data belongs to PostgreSQL ${major}, and the engine is PostgreSQL ${engineMajor}.`,
      `Set BASALT_POSTGRES_DIR to an installation of PostgreSQL ${major}.`,
    ),
  ]
}

/**
 * @param {string} line
 * @returns {{ error_severity: string, message: string, backend_type?: string } | undefined}
 */
function parseLine(line) {
  try {
    return JSON.parse(line)
  } catch {
    // The first line of the tail may lack its beginning.
    return undefined
  }
}

/**
 * Why the server ended: from its JSON log, or from what it wrote before the log began.
 *
 * @param {string} dir
 */
function lastComplaint(dir) {
  const newest = namesIn(join(dir, 'log'))
    .filter((name) => name.endsWith('.json'))
    .at(-1)
  const lines = newest === undefined ? [] : readTail(join(dir, 'log', newest)).split('\n')
  const entry = lines
    .filter((line) => /"error_severity":"(?:FATAL|PANIC)"/u.test(line))
    .map(parseLine)
    .findLast((one) => one !== undefined && one.backend_type !== 'client backend')
  if (entry !== undefined) return `${entry.error_severity}:  ${entry.message}`
  return [...readTail(join(dir, 'postgres.log')).matchAll(/(?:FATAL|PANIC):\s.*/gu)].at(-1)?.[0]
}

/**
 * @param {Home} home
 * @param {boolean} isServed
 * @returns {Finding[]}
 */
function postmaster({ about, dir }, isServed) {
  const data = join(dir, 'data')
  const [pidLine, , , , , , , status = ''] = (readText(join(data, 'postmaster.pid')) ?? '').split(
    '\n',
  )
  const pid = Number(pidLine)
  const state = pid > 1 ? processState(pid) : 'ended'
  const isOwn = state !== 'ended' && worksIn(pid, realpathSync(data))
  if (isOwn && state === 'stopped') {
    return [
      problem(
        about,
        `Its process ${pid} is stopped and answers nobody.`,
        `kill -CONT ${pid}, or kill -9 ${pid}: the server starts it again, with everything that was committed.`,
      ),
    ]
  }
  if (isOwn) {
    return isServed
      ? [
          fine(
            about,
            `It runs (process ${pid}${status.trim() === 'ready' ? '' : `, ${status.trim()}`}).`,
          ),
        ]
      : [
          note(
            about,
            `It runs (process ${pid}) without a server.`,
            `The next start adopts it. To stop it: kill -INT ${pid}`,
          ),
        ]
  }
  const complaint = lastComplaint(dir)
  if (isServed) {
    return [
      note(
        about,
        `It does not run.${complaint === undefined ? '' : ` It said last: ${complaint}`}`,
        `A paused project is stopped. Else the server starts it again; ${join(dir, 'log')} says more.`,
      ),
    ]
  }
  return pid > 0
    ? [
        note(
          about,
          `It ended without being stopped.${complaint === undefined ? '' : ` It said last: ${complaint}`}`,
          'The next start recovers everything that was committed.',
        ),
      ]
    : []
}

/**
 * @param {Home[]} homes
 * @returns {Finding[]}
 */
function samePorts(homes) {
  const ports = homes.map(({ dir }) => readJson(join(dir, 'cluster.json'))?.port)
  return homes.flatMap(({ about, dir }, index) =>
    ports[index] !== undefined && ports.indexOf(ports[index]) < index
      ? [
          problem(
            about,
            `Port ${ports[index]} of ${join(dir, 'cluster.json')} is another database's too.`,
            `Move ${join(dir, 'cluster.json')} away and start: it gets a port of its own.`,
          ),
        ]
      : [],
  )
}

/**
 * Leftovers of interrupted creations and removals. A mark proves that Basalt created them.
 *
 * @param {string} dataDir
 * @returns {Finding[]}
 */
function leftovers(dataDir) {
  return [dataDir, join(dataDir, 'clusters')].flatMap((folder) =>
    namesIn(folder).flatMap((name) => {
      const [, ending] = unfinished.exec(name) ?? []
      const dir = join(folder, name)
      if (ending === undefined) return []
      const markName = `${ending === 'partial' ? 'creation' : 'removal'}.json`
      const mark = join(dir, markName)
      const isMarked = readJson(mark)?.home === name.slice(0, -ending.length - 1)
      // An incomplete mark is the only file in its directory.
      if (isMarked || !hasFiles(dir) || namesIn(dir).every((file) => file === markName))
        return [note('leftover', `${dir} was left unfinished.`, 'The next start removes it.')]
      return [
        problem(
          'leftover',
          `${dir} looks unfinished, and no ${mark} proves it.`,
          'Look at it. Delete it when you do not need it; nothing else will.',
        ),
      ]
    }),
  )
}

/** @param {string} dir */
function hasFiles(dir) {
  if (!existsSync(dir)) return false
  return readdirSync(dir, { withFileTypes: true, recursive: true }).some(
    (entry) => !entry.isDirectory(),
  )
}

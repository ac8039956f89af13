import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { EngineError, type EngineManifest } from '@basalt/engine'

import { runTool } from './run-tool.ts'

/** The paths of one PostgreSQL installation. */
export type Installation = {
  root: string
  bin: string
  /** Loadable modules: `$libdir`. */
  modules: string
  extensionDir: string
}

const oldestMajor = 15
const executable = process.platform === 'win32' ? '.exe' : ''
/** Languages whose interpreter is not part of PostgreSQL and may be missing. */
const needsInterpreter = /pl(?:perl|python|tcl)/
/**
 * Whether a library finds its own libraries, by path: each extension of a language needs the same
 * ones, and so does each engine of this process.
 */
const linked = new Map<string, Promise<boolean>>()

/**
 * Reads the layout of a directory with `bin`: by its own pg_config when it has one, else from the
 * usual layouts.
 *
 * @throws EngineError `unsupported` when there is no usable PostgreSQL.
 */
export async function installationAt(root: string): Promise<Installation> {
  const bin = join(root, 'bin')
  for (const tool of ['postgres', 'initdb']) {
    if (!existsSync(toolPath({ bin }, tool))) throw unusable(`${root} has no bin/${tool}.`)
  }
  const reported = await pgConfig(bin)
  const name = root.split(/[\\/]/).at(-1) ?? ''
  const modules = [reported.get('PKGLIBDIR'), join(root, 'lib/postgresql'), join(root, 'lib')]
  const shares = [
    reported.get('SHAREDIR'),
    join(root, 'share/postgresql'),
    join(root, 'share'),
    join('/usr/share/postgresql', name),
  ]
  const share = shares.find((path) => path && existsSync(join(path, 'extension')))
  if (!share) throw unusable(`${root} has no share directory with extensions.`)
  return {
    root,
    bin,
    modules: modules.find((path) => path && existsSync(path)) ?? join(root, 'lib'),
    extensionDir: join(share, 'extension'),
  }
}

export function toolPath(installation: Pick<Installation, 'bin'>, tool: string): string {
  return join(installation.bin, tool + executable)
}

/** @throws EngineError `unsupported` for a version below 15. */
export async function readManifest(installation: Installation): Promise<EngineManifest> {
  const { stdout } = await runTool(toolPath(installation, 'postgres'), ['--version'])
  const version = /(\d+(?:\.\d+|devel|beta\d+|rc\d+)?)/.exec(stdout)?.[1] ?? ''
  const major = Number.parseInt(version, 10)
  if (!(major >= oldestMajor)) {
    throw unusable(`${installation.root} is PostgreSQL ${version}; it must be 15 or newer.`)
  }
  const tools = await readdir(installation.bin)
  return {
    version,
    major,
    extensions: await creatableExtensions(installation),
    tools: tools.map((tool) => tool.replace(/\.exe$/, '')).toSorted(),
  }
}

async function creatableExtensions(installation: Installation): Promise<string[]> {
  const files = await readdir(installation.extensionDir)
  const names = files
    .filter((file) => file.endsWith('.control'))
    .map((file) => file.slice(0, -'.control'.length))
  const checked = await Promise.all(
    names.map(async (name) => ((await isCreatable(installation, name)) ? [name] : [])),
  )
  return checked.flat().toSorted()
}

async function isCreatable(installation: Installation, name: string): Promise<boolean> {
  const control = await readFile(join(installation.extensionDir, `${name}.control`), 'utf8')
  const module = /^\s*module_pathname\s*=\s*'\$libdir\/([^']+)'/m.exec(control)?.[1]
  const needed = [
    ...(module ? [module] : []),
    ...[...control.matchAll(/\bpl(?:perl|python3?|tcl)/g)].map(([language]) => language),
  ]
  const libraries = await Promise.all(needed.map((library) => canLoad(installation, library)))
  return libraries.every(Boolean)
}

/** The file of a loadable module, if there is one. */
export const findLibrary = ({ modules }: Installation, library: string): string | undefined =>
  ['.so', '.dylib', '.dll']
    .map((suffix) => join(modules, library + suffix))
    .find((candidate) => existsSync(candidate))

async function canLoad(installation: Installation, library: string): Promise<boolean> {
  const path = findLibrary(installation, library)
  if (!path) return false
  if (!needsInterpreter.test(library)) return true
  const answer = linked.get(path) ?? hasAllLibraries(path)
  linked.set(path, answer)
  return answer
}

/** Without `ldd`, a language whose library might not load is not offered. */
async function hasAllLibraries(path: string): Promise<boolean> {
  const found = await runTool('ldd', [path]).catch(() => undefined)
  return found !== undefined && !found.stdout.includes('not found')
}

async function pgConfig(bin: string): Promise<Map<string, string>> {
  const path = toolPath({ bin }, 'pg_config')
  if (!existsSync(path)) return new Map()
  const { stdout } = await runTool(path, [])
  return new Map(
    stdout.split('\n').flatMap((line): [string, string][] => {
      const [, key, value] = /^(\w+) = (.*)$/.exec(line) ?? []
      return key && value ? [[key, value]] : []
    }),
  )
}

function unusable(message: string): EngineError {
  return new EngineError('unsupported', message)
}

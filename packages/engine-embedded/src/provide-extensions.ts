import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { type OwnExtension, ownExtensions } from '@basalt/extensions'
import { quoteLiteral } from '@basalt/pg-sql'

import { findLibrary, type Installation } from './installation.ts'
import { trustedExtensions } from './trusted-extensions.ts'

const separator = process.platform === 'win32' ? ';' : ':'

type Provided = { dataDir: string; installation: Installation; major: number }

/** Whether a server of this version finds the control files of Basalt. */
const findsOwn = (dataDir: string, major: number): boolean =>
  // A path cannot contain the separator of paths.
  major >= 18 && !dataDir.includes(separator, 2)

/** Basalt's own extensions that clusters of the data directory can create; others have theirs. */
export const listOwnExtensions = ({ dataDir, installation, major }: Provided): string[] =>
  findsOwn(dataDir, major) ? ownWithoutOriginal(installation).map(({ name }) => name) : []

const ownWithoutOriginal = ({ extensionDir }: Installation) =>
  ownExtensions.filter(({ name }) => !existsSync(join(extensionDir, `${name}.control`)))

/**
 * Writes control files that make further extensions of this PostgreSQL creatable by the owner of a
 * database, and returns the settings by which a server finds them, and those that the extensions
 * need. A server before PostgreSQL 18 reads control files only from its own directory.
 */
export async function provideExtensions({
  dataDir,
  installation,
  major,
}: Provided): Promise<Readonly<Record<string, string>>> {
  const libraries = ['pg_stat_statements', 'auto_explain'].filter(
    (library) => findLibrary(installation, library) !== undefined,
  )
  return {
    ...(findsOwn(dataDir, major) && {
      extension_control_path: await writeControls(dataDir, installation),
    }),
    ...(libraries.length > 0 && { shared_preload_libraries: libraries.join(',') }),
    ...(libraries.includes('pg_stat_statements') && {
      // The texts of utility statements contain the passwords of roles and of servers.
      'pg_stat_statements.track_utility': 'off',
    }),
    ...(libraries.includes('auto_explain') && {
      'auto_explain.log_min_duration': '1s',
      'auto_explain.log_format': 'json',
      'auto_explain.log_nested_statements': 'off',
      // Before 16 it logs no parameters.
      ...(major >= 16 && { 'auto_explain.log_parameter_max_length': '0' }),
    }),
  }
}

/** PostgreSQL looks for control files in the folder `extension` of each directory of its path. */
async function writeControls(dataDir: string, installation: Installation): Promise<string> {
  const { extensionDir } = installation
  const root = join(dataDir, 'extensions')
  const folder = join(root, 'extension')
  await mkdir(folder, { recursive: true })
  // Accessible to PostgreSQL's user, regardless of the umask.
  for (const path of [root, folder]) await chmod(path, 0o755)
  await Promise.all(
    trustedExtensions.map(async (name) => {
      const original = join(extensionDir, `${name}.control`)
      if (!existsSync(original)) return
      const text = [
        (await readFile(original, 'utf8')).trimEnd(),
        // Its scripts stay where they are.
        `directory = ${quoteLiteral(extensionDir)}`,
        'trusted = true',
        '',
      ].join('\n')
      await replaceFile(join(folder, `${name}.control`), text)
    }),
  )
  await Promise.all(ownWithoutOriginal(installation).map((one) => writeOwn(folder, one)))
  return [root, '$system'].join(separator)
}

/** The script needs no superuser, so its objects belong to the role that creates the extension. */
async function writeOwn(folder: string, extension: OwnExtension) {
  const { name, version, comment, schema, requires, dumped, sql, updates = [] } = extension
  const first = extension.firstVersion ?? version
  const control = [
    `comment = ${quoteLiteral(comment)}`,
    `default_version = ${quoteLiteral(version)}`,
    ...(schema === null ? [] : [`schema = ${quoteLiteral(schema)}`]),
    ...(requires.length === 0 ? [] : [`requires = ${quoteLiteral(requires.join(', '))}`]),
    'superuser = false',
    'relocatable = false',
    '',
  ].join('\n')
  const dumps = dumped.map(
    (relation) => `select pg_catalog.pg_extension_config_dump(${quoteLiteral(relation)}, '');\n`,
  )
  await replaceFile(join(folder, `${name}--${first}.sql`), sql + dumps.join(''))
  // PostgreSQL creates the first version and runs the updates after it.
  for (const [at, update] of updates.entries()) {
    const from = updates[at - 1]?.to ?? first
    // oxlint-disable-next-line no-await-in-loop -- a few small files
    await replaceFile(join(folder, `${name}--${from}--${update.to}.sql`), update.sql)
  }
  await replaceFile(join(folder, `${name}.control`), control)
}

/** A server that reads the file at the same time finds the old text or the new one. */
async function replaceFile(path: string, text: string): Promise<void> {
  if ((await readFile(path, 'utf8').catch(() => '')) === text) return
  const partial = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}.partial`
  await writeFile(partial, text)
  await chmod(partial, 0o644)
  await rename(partial, path)
}

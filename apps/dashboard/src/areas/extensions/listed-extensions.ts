import type { ExtensionEntry, ExtensionTag } from '@basalt/catalog/extension-entry'
import {
  extensions as catalogue,
  isDeprecatedExtension,
  isHiddenExtension,
} from '@basalt/catalog/extensions'
import type { EngineExtension } from '@basalt/contract/database/extensions'

export const extensionStates = ['enabled', 'available', 'platform', 'other-engine'] as const

export type ExtensionState = (typeof extensionStates)[number]

/** An extension of the catalogue or of the engine, with its state in this project. */
export type ListedExtension = {
  name: string
  comment: string
  tags: readonly ExtensionTag[]
  state: ExtensionState
  /** Null where the catalogue does not have it. */
  entry: ExtensionEntry | null
  /** Null where the engine does not have it. */
  engine: EngineExtension | null
  isDeprecated: boolean
  /** A newer version than the installed one. */
  update: string | null
}

type Found = { major: number; extensions: readonly EngineExtension[] }

/** The whole catalogue, and extensions of the engine beyond it. */
export function listExtensions(
  { major, extensions }: Found,
  capabilities: readonly string[],
): ListedExtension[] {
  const entries = new Map(catalogue.map((entry) => [entry.name, entry]))
  const found = new Map(extensions.map((extension) => [extension.name, extension]))
  const further = extensions.filter(
    ({ name, installed_version: installed }) =>
      !entries.has(name) && (installed !== null || !isHiddenExtension(name)),
  )
  const names = [...entries.keys(), ...further.map(({ name }) => name)]
  return names.map((name) => {
    const entry = entries.get(name) ?? null
    const engine = found.get(name) ?? null
    return {
      name,
      comment: entry?.comment ?? engine?.comment ?? '',
      tags: entry?.tags ?? [],
      state: getState(entry, engine, capabilities),
      entry,
      engine,
      isDeprecated: entry !== null && isDeprecatedExtension(entry, major),
      update: getUpdate(engine),
    }
  })
}

function getState(
  entry: ExtensionEntry | null,
  engine: EngineExtension | null,
  capabilities: readonly string[],
): ExtensionState {
  if (engine !== null && engine.installed_version !== null) return 'enabled'
  if (entry?.service !== undefined && capabilities.includes(entry.service)) return 'platform'
  return engine !== null && !engine.needs_superuser ? 'available' : 'other-engine'
}

function getUpdate(engine: EngineExtension | null): string | null {
  if (engine === null || engine.installed_version === null) return null
  const { default_version: newest, installed_version: installed } = engine
  return newest !== null && newest !== installed ? newest : null
}

/** Extensions that would be enabled together with one. */
export function listRequired(
  { engine }: ListedExtension,
  all: readonly ListedExtension[],
): ListedExtension[] {
  const required = (engine?.requires ?? []).flatMap((name) => {
    const found = all.find((one) => one.name === name)
    return found === undefined || found.state === 'enabled'
      ? []
      : [...listRequired(found, all), found]
  })
  return [...new Set(required)]
}

/** Command-line tools read the view of pg_stat_statements in the schema `extensions`. */
export const getDefaultSchema = (name: string): string =>
  name === 'pg_stat_statements' ? 'extensions' : 'public'

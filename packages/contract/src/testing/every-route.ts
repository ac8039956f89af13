import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'

import type { AnyRoute } from '../route.ts'

const folder = dirname(import.meta.dirname)

/** Modules of routes, tests left out. */
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /^(?!testing\/).*(?<!\.test)\.ts$/u.test(file),
)

/** The routes of every module, each once: a group may be exported whole and in parts. */
export const everyRoute: readonly AnyRoute[] = await loadRoutes()

async function loadRoutes(): Promise<AnyRoute[]> {
  const modules: object[] = await Promise.all(
    files.map(async (file) => (await import(/* @vite-ignore */ `${folder}/${file}`)) as object),
  )
  const values = modules.flatMap((module) => Object.values(module) as unknown[])
  const routes = values.flatMap((value) => (isRoute(value) ? [value] : listRoutes(value)))
  if (routes.length === 0) throw new Error(`No module in ${folder} exports a route`)
  return [...new Set(routes)]
}

function listRoutes(value: unknown): AnyRoute[] {
  return typeof value === 'object' && value !== null ? Object.values(value).filter(isRoute) : []
}

function isRoute(value: unknown): value is AnyRoute {
  return typeof value === 'object' && value !== null && 'path' in value && 'permission' in value
}

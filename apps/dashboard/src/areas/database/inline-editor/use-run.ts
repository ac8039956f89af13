import type { ScriptEffect } from '@basalt/contract/database/object-scripts'
import { ApiError } from '@basalt/contract/errors'
import type { OutputOf } from '@basalt/contract/route'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { useDenied } from '../../../lib/access/access.tsx'
import { notify } from '../../../lib/browser/toast.ts'
import { useGo } from '../../../lib/browser/use-go.ts'
import { useSearchParams } from '../../../lib/browser/use-search-text.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { call } from '../../../lib/network/api.ts'
import { paths } from '../../../lib/paths.ts'
import { getScriptRoutes, type ScriptRoutes } from './script-routes.ts'
import type { ScriptProps } from './ScriptForm.tsx'

type Answer = OutputOf<ScriptRoutes['run']>

/** The text waits for a decision about its warnings. */
class Unconfirmed extends Error {}

/** The form of a text, with what its last run came to. */
export function useRun(props: ScriptProps) {
  const { kind, projectRef, of, sql: opened } = props
  const routes = getScriptRoutes(kind.kind)
  const denied = useDenied(routes.run, `change ${kind.nouns}`)
  const onRun = useAfterRun(props)
  const [warned, setWarned] = useState<{ sql: string; warnings: string[] }>()
  const [refused, setRefused] = useState<{ sql: string; position: number; message: string }>()
  const params = { ref: projectRef }
  const send = async ({ sql }: { sql: string }) => {
    const body = { sql, ...(of !== undefined && { of: { id: of.id, version: of.version } }) }
    try {
      // Only policies have warnings.
      if (kind.kind === 'policies' && warned?.sql !== sql) {
        const { warnings } = await call(routes.check, { params, body: { ...body, tries: true } })
        setWarned({ sql, warnings })
        if (warnings.length > 0) throw new Unconfirmed()
      }
      return await call(routes.run, { params, body })
    } catch (error) {
      const position = error instanceof ApiError ? error.sql?.position : undefined
      if (error instanceof Error && position !== undefined)
        setRefused({ sql, position: position - 1, message: error.message })
      throw error
    }
  }
  const form = useForm<{ sql: string }, Answer>({
    route: routes.run,
    initial: { sql: opened },
    disabledReason: ({ sql }) => denied ?? of?.locked ?? getObstacle(sql, opened),
    isIgnored: (error) => error instanceof Unconfirmed,
    send,
    onSuccess: onRun,
  })
  const { sql } = form.values
  return {
    form,
    warnings: warned?.sql === sql ? warned.warnings : [],
    /** The refusal of the present text, at an offset in it. */
    fault: refused?.sql === sql ? { ...refused, field: 'sql' } : undefined,
  }
}

function getObstacle(sql: string, opened: string): string | undefined {
  if (sql.trim() === '') return 'Enter a statement'
  return sql === opened ? 'Change the text first' : undefined
}

/** Shows the object as it is after the run, in the editor and on its page. */
function useAfterRun({ kind, projectRef, pageId, of, onReload }: ScriptProps) {
  const client = useQueryClient()
  const change = useSearchParams()
  const go = useGo()
  return async ({ id, effects, has_reverse: hasReverse }: Answer) => {
    const { list, read } = kind.routes
    const isReplaced = pageId !== undefined && String(id) !== pageId && String(of?.id) === pageId
    notify.success(describe(effects, hasReverse))
    await client.invalidateQueries({ queryKey: [list.method, list.path] })
    if (isReplaced) {
      const page = paths.databaseObject(projectRef, kind.kind, id ?? 0)
      go(id === null ? paths.databaseObjects(projectRef, kind.kind) : `${page}?sql=${id}`)
      return
    }
    await client.invalidateQueries({ queryKey: [read.method, read.path] })
    if (id !== null && id === of?.id) await onReload()
    else change({ sql: id === null ? undefined : String(id) })
  }
}

const verbs = { create: 'Created', change: 'Changed', drop: 'Dropped' } as const

function describe(effects: readonly ScriptEffect[], hasReverse: boolean): string {
  const done = effects.map(({ action, subject }) => `${verbs[action]} ${subject}`).join(', ')
  const record = hasReverse ? 'with a reverse script' : 'without a reverse script'
  return `${done || 'Nothing changed'}. Recorded as a migration ${record}.`
}

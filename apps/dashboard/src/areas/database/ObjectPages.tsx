import type { ObjectRow } from '@basalt/contract/database/objects/object-routes'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Copy, FileCode, Pencil, Trash2 } from 'lucide-react'

import { useDenied } from '../../lib/access/access.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useSearchParams } from '../../lib/browser/use-search-text.ts'
import { paths } from '../../lib/paths.ts'
import type { UrlQuery } from '../../lib/routes/url-query.ts'
import { FramedNotFound } from '../../product/NotFoundText.tsx'
import { unreadState } from '../../product/object-state.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import type { MenuItem } from '../../ui/menu-props.ts'
import { Notice } from '../../ui/Notice.tsx'
import { ObjectPage } from '../../ui/ObjectPage.tsx'
import { SqlText } from '../../ui/SqlText.tsx'
import { InlineEditing, useInlineEditor } from './InlineEditing.tsx'
import { findKind } from './kinds.ts'
import { ChangePanel, DropDialog } from './late-panels.ts'
import type { AnyDesign, AnyKind, ReadObject } from './model/object-kind.ts'
import { objectQuery } from './model/queries.ts'
import { RelatedList } from './RelatedList.tsx'

type Props = { projectRef: string; kind: string; id: string; query: UrlQuery }

/** The page of one database object. */
export function ObjectPages({ kind: name, ...props }: Props) {
  const kind = findKind(name)
  if (kind === undefined) return <FramedNotFound />
  return (
    <InlineEditing kind={kind} {...props} pageId={props.id}>
      <KindPage key={`${name} ${props.id}`} kind={kind} {...props} />
    </InlineEditing>
  )
}

type PageProps = Omit<Props, 'kind'> & { kind: AnyKind }

function KindPage({ kind, projectRef, id, query }: PageProps) {
  const isId = /^\d{1,10}$/u.test(id)
  const reading = useQuery({ ...objectQuery(kind, projectRef, id), enabled: isId })
  const { data, refetch } = reading
  const denied = useDenied(kind.routes.read, `see ${kind.nouns}`)
  useDocumentTitle(data?.design.name ?? kind.title, kind.title)
  const list = { href: paths.databaseObjects(projectRef, kind.kind), label: kind.title }
  const page = { list, noun: kind.noun }
  if (denied !== undefined) {
    return (
      <ObjectPage
        {...page}
        state="failed"
        failure={denied}
        error={new Error(denied)}
        onRetry={refetch}
      />
    )
  }
  if (data !== undefined) {
    return <Ready kind={kind} projectRef={projectRef} object={data} query={query} list={list} />
  }
  if (!isId) return <ObjectPage {...page} state="missing" />
  return <ObjectPage {...page} {...unreadState(reading, `The ${kind.noun} could not be loaded`)} />
}

type ReadyProps = {
  kind: AnyKind
  projectRef: string
  object: ReadObject<ObjectRow, AnyDesign>
  query: UrlQuery
  list: { href: string; label: string }
}

function Ready(props: ReadyProps) {
  const { kind, projectRef, object, list } = props
  const { row, design, sql } = object
  const change = useSearchParams()
  const denied = useDenied(kind.routes.apply, `change ${kind.nouns}`) ?? row.locked ?? undefined
  const { action, Body } = kind
  const actionDenied = useActionDenied(props)
  const close = () => change({ show: undefined })
  const edit = useInlineEditor(kind)
  return (
    <ObjectPage
      list={list}
      noun={kind.noun}
      state="ready"
      name={design.name}
      {...(row.schema !== null && { kind: row.schema })}
      description={design.comment}
      actions={
        <>
          {action !== undefined && (
            <Button
              icon={action.icon}
              disabledReason={actionDenied}
              onClick={() => change({ show: action.show })}
            >
              {action.label}
            </Button>
          )}
          {edit !== null && (
            <Button icon={FileCode} disabledReason={denied} onClick={() => edit(row.id)}>
              Edit as SQL
            </Button>
          )}
          <Button icon={Pencil} disabledReason={denied} onClick={() => change({ show: 'edit' })}>
            Edit
          </Button>
        </>
      }
      menu={listActions({ kind, row, denied, change })}
      facts={[...kind.facts(object, projectRef), { name: 'Owner', value: row.owner }]}
    >
      {row.locked !== null && <Notice tone="info">{row.locked}. It cannot be changed here.</Notice>}
      {Body !== undefined && <Body object={object} projectRef={projectRef} />}
      <Definition sql={sql} />
      <Related {...object} projectRef={projectRef} />
      {denied === undefined && <Dialogs {...props} close={close} />}
      {actionDenied === undefined && <ActionDialog {...props} close={close} />}
    </ObjectPage>
  )
}

type MenuProps = Pick<ReadyProps, 'kind'> & {
  row: ObjectRow
  denied: string | undefined
  change: ReturnType<typeof useSearchParams>
}

const listActions = ({ kind, row, denied, change }: MenuProps): MenuItem[] => [
  ...(kind.copy === undefined
    ? []
    : [
        {
          label: 'Duplicate',
          icon: Copy,
          disabledReason: denied,
          onSelect: () => change({ show: 'copy' }),
        },
      ]),
  {
    label: `Drop ${kind.noun}`,
    icon: Trash2,
    isDanger: true,
    disabledReason: denied ?? row.kept ?? undefined,
    onSelect: () => change({ show: 'drop' }),
  },
]

function ActionDialog({ kind, object, projectRef, query, close }: ReadyProps & Closing) {
  const { action } = kind
  if (action === undefined || query['show'] !== action.show) return null
  return <action.Dialog object={object} projectRef={projectRef} onClose={close} />
}

/** Why the further action cannot be used; one that changes the object needs the right to do so. */
function useActionDenied({ kind, object: { row } }: ReadyProps): string | undefined {
  const { route = kind.routes.apply, verb = `change ${kind.nouns}` } = kind.action ?? {}
  const denied = useDenied(route, verb)
  return denied ?? (kind.action?.route === undefined ? (row.locked ?? undefined) : undefined)
}

type Closing = { close: () => void }

/** Dialogs that the URL opens, with the same rights as their buttons. */
function Dialogs(props: ReadyProps & Closing) {
  const { kind, projectRef, object, list, close } = props
  const { row, design, version } = object
  const router = useRouter()
  const shown = props.query['show']
  if (shown === 'edit' || shown === 'copy') {
    return (
      <ChangePanel
        kind={kind}
        projectRef={projectRef}
        initial={shown === 'copy' ? (kind.copy?.(design) ?? design) : design}
        restrictions={object.restrictions}
        {...(shown === 'edit' ? { existing: { id: row.id, version } } : { copyOf: row.id })}
        onClose={close}
      />
    )
  }
  if (shown !== 'drop' || row.kept !== null) return null
  return (
    <DropDialog
      kind={kind}
      projectRef={projectRef}
      object={object}
      onClose={close}
      onDropped={() => void router.navigate({ to: list.href })}
    />
  )
}

function Definition({ sql }: { sql: string }) {
  return (
    <section aria-labelledby="definition" className="flex min-w-0 flex-col gap-2">
      <div className="flex items-center justify-between">
        <h2 id="definition" className="font-semibold">
          Definition
        </h2>
        <CopyButton size="small" text={sql} label="Copy SQL" />
      </div>
      <SqlText sql={sql} />
    </section>
  )
}

type RelatedProps = Pick<ReadObject<unknown, unknown>, 'dependents' | 'dependencies'> & {
  projectRef: string
}

function Related({ dependents, dependencies, projectRef }: RelatedProps) {
  return (
    <div className="grid gap-6 tablet:grid-cols-2">
      <section className="flex flex-col gap-2">
        <h2 className="font-semibold">Used by</h2>
        {dependents.length === 0 ? (
          <p className="text-ink-soft">No object depends on it.</p>
        ) : (
          <RelatedList projectRef={projectRef} objects={dependents} />
        )}
      </section>
      <section className="flex flex-col gap-2">
        <h2 className="font-semibold">Uses</h2>
        {dependencies.length === 0 ? (
          <p className="text-ink-soft">It depends on no other object.</p>
        ) : (
          <RelatedList projectRef={projectRef} objects={dependencies} />
        )}
      </section>
    </div>
  )
}

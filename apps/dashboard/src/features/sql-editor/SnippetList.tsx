import type { SnippetSummary } from '@basalt/contract'
import { snippets } from '@basalt/contract'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Ellipsis, FileCode2, Pencil, Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'

import { useDenied } from '../../lib/access.tsx'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { storage } from '../../lib/storage.ts'
import { useGo } from '../../lib/use-go.ts'
import { Button, buttonClass, IconButton } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { Input, SearchInput } from '../../ui/Input.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { snippetsQuery, useRemoveSnippet, useRenameSnippet } from './queries.ts'

type Props = { projectRef: string; currentId: string }

/** The caller's saved queries of the project. */
export function SnippetList({ projectRef, currentId }: Props) {
  const [search, setSearch] = useState('')
  const [asked, setAsked] = useState<{ what: 'rename' | 'delete'; snippet: SnippetSummary }>()
  const { data, error, refetch } = useQuery(snippetsQuery(projectRef))
  const found = (data ?? []).filter(({ name }) =>
    name.toLowerCase().includes(search.trim().toLowerCase()),
  )
  const close = () => setAsked(undefined)

  return (
    <>
      <div className="flex flex-none flex-col gap-2 px-3 pb-2">
        <Link href={paths.sql(projectRef)} className={buttonClass({}, 'w-full')}>
          <Plus aria-hidden /> New query
        </Link>
        <SearchInput label="Search queries" value={search} onChange={setSearch} />
      </div>
      <nav aria-label="Saved queries" className="min-h-0 flex-1 overflow-y-auto pb-3">
        {data === undefined && <ListState error={error} onRetry={() => void refetch()} />}
        {found.map((snippet) => (
          <SnippetItem
            key={snippet.id}
            snippet={snippet}
            isCurrent={snippet.id === currentId}
            href={paths.sql(projectRef, snippet.id)}
            onAsk={(what) => setAsked({ what, snippet })}
          />
        ))}
        {data !== undefined && found.length === 0 && (
          <p className="px-3 py-2 text-ink-faint">
            {data.length === 0
              ? 'Saved queries appear here. Save one with Ctrl S.'
              : `No query matches “${search}”`}
          </p>
        )}
      </nav>
      {asked?.what === 'rename' && (
        <RenameDialog projectRef={projectRef} snippet={asked.snippet} onClose={close} />
      )}
      {asked?.what === 'delete' && (
        <DeleteDialog
          projectRef={projectRef}
          snippet={asked.snippet}
          isCurrent={asked.snippet.id === currentId}
          onClose={close}
        />
      )}
    </>
  )
}

function ListState({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error === null)
    return (
      <div className="px-3">
        <SkeletonRows rows={4} className="h-5" />
      </div>
    )
  return (
    <div role="alert" className="flex flex-col items-start gap-2 px-3 py-2 text-ink-soft">
      {error.message}
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

type ItemProps = {
  snippet: SnippetSummary
  isCurrent: boolean
  href: string
  onAsk: (what: 'rename' | 'delete') => void
}

function SnippetItem({ snippet, isCurrent, href, onAsk }: ItemProps) {
  const renameDenied = useDenied(snippets.update, 'rename queries')
  const removeDenied = useDenied(snippets.remove, 'delete queries')
  return (
    <div
      className={clsx(
        'group flex h-7 items-center border-l-2 pr-1 pointer-coarse:h-10',
        isCurrent
          ? 'border-accent bg-accent-wash'
          : 'border-transparent text-ink-soft hover:bg-hover',
      )}
    >
      <Link
        href={href}
        aria-current={isCurrent ? 'page' : undefined}
        className="flex h-full min-w-0 flex-1 items-center gap-2 pl-2.5"
      >
        <FileCode2 aria-hidden className="size-3.5! flex-none text-ink-faint" />
        <span className="truncate">{snippet.name}</span>
      </Link>
      <Menu
        trigger={
          <IconButton
            icon={Ellipsis}
            label={`Actions for ${snippet.name}`}
            size="small"
            className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
          />
        }
        items={[
          {
            label: 'Rename',
            icon: Pencil,
            disabledReason: renameDenied,
            onSelect: () => onAsk('rename'),
          },
          {
            label: 'Delete',
            icon: Trash2,
            isDanger: true,
            disabledReason: removeDenied,
            onSelect: () => onAsk('delete'),
          },
        ]}
      />
    </div>
  )
}

type DialogProps = { projectRef: string; snippet: SnippetSummary; onClose: () => void }

function RenameDialog({ projectRef, snippet, onClose }: DialogProps) {
  const [name, setName] = useState(snippet.name)
  const rename = useRenameSnippet(projectRef)

  function submit(event: FormEvent) {
    event.preventDefault()
    rename.mutate({ id: snippet.id, name }, { onSuccess: onClose })
  }

  return (
    <Dialog isOpen onClose={onClose} title="Rename query">
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <Field label="Name">
          {(control) => (
            <Input
              {...control}
              ref={focusOnMount}
              size="large"
              maxLength={200}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        {rename.error !== null && <Notice tone="bad">{rename.error.message}</Notice>}
        <div className="flex justify-end gap-2">
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            size="large"
            variant="primary"
            isPending={rename.isPending}
            disabledReason={name.trim() === '' ? 'Enter a name' : undefined}
          >
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function DeleteDialog({
  projectRef,
  snippet,
  isCurrent,
  onClose,
}: DialogProps & { isCurrent: boolean }) {
  const go = useGo()
  const remove = useRemoveSnippet(projectRef)

  function onConfirm() {
    remove.mutate(snippet.id, {
      onSuccess: () => {
        storage.draft(projectRef, snippet.id).remove()
        onClose()
        if (isCurrent) go(paths.sql(projectRef), { replace: true })
      },
    })
  }

  return (
    <Confirm
      isOpen
      title={`Delete “${snippet.name}”`}
      confirmLabel="Delete query"
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      The saved text of this query is lost. What it has done in the database stays.
    </Confirm>
  )
}

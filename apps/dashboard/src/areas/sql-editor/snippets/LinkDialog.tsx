import type { SnippetSummary } from '@basalt/contract/project/snippets'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { copyText } from '../../../lib/browser/clipboard.ts'
import { notify } from '../../../lib/browser/toast.ts'
import { own } from '../../../lib/forms/own.ts'
import { paths } from '../../../lib/paths.ts'
import { snippetQuery } from '../../../product/snippets.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { linkWith } from './link-with.ts'
import { parameterNames } from './linked-parameters.ts'

type Props = { projectRef: string; snippet: SnippetSummary; onClose: () => void }

/** Creates a link that opens the query with values for its parameters, without running it. */
export function LinkDialog({ projectRef, snippet, onClose }: Props) {
  const { data, error } = useQuery(snippetQuery(projectRef, snippet.id))
  const [values, setValues] = useState<Record<string, string>>({})
  const names = data === undefined ? [] : parameterNames(data.sql)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const url = new URL(paths.sql(projectRef, snippet.id), globalThis.location.origin).href
    const isCopied = await copyText(linkWith(url, values))
    if (!isCopied) return
    notify.success('Link copied')
    onClose()
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Link with parameters"
      description="Opens the query with these values filled in. Nothing runs automatically."
    >
      {error !== null && <Notice tone="bad">{error.message}</Notice>}
      {error === null && data === undefined && <SkeletonRows rows={2} className="h-8" />}
      {data !== undefined && names.length === 0 && (
        <p className="text-ink-soft">
          This query has no parameters. Write <code>:name</code> or <code>$1</code> where the query
          needs a value.
        </p>
      )}
      {names.length > 0 && (
        <form className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
          {names.map((name) => (
            <Field key={name} label={/^\d/u.test(name) ? `$${name}` : `:${name}`}>
              {(control) => (
                <Input
                  {...control}
                  size="large"
                  value={own(values, name) ?? ''}
                  onChange={({ target }) => setValues({ ...values, [name]: target.value })}
                />
              )}
            </Field>
          ))}
          <div className="flex justify-end gap-2">
            <Button size="large" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" size="large" variant="primary">
              Copy link
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}

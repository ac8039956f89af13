import type { SentTo } from '@basalt/contract/route'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import { useDenied } from '../../lib/access/access.tsx'
import { notify } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { call, invalidate, query } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { usePreview } from '../../product/sql-preview/use-preview.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, FormFailure } from '../../ui/Form.tsx'
import { CommentField, OwnerField, SchemaField, TextField } from './fields/design-fields.tsx'
import { kindForms } from './kind-forms.ts'
import type { AnyDesign, AnyKind, Restrictions } from './model/object-kind.ts'
import { PlannedChange } from './PlannedChange.tsx'

type Props = {
  kind: AnyKind
  projectRef: string
  initial: AnyDesign
  restrictions: Restrictions
  /** The object that changes; a new one without it. */
  existing?: { id: number; version: string }
  /** The object that a new one is a copy of: it gets its grants. */
  copyOf?: number
  onClose: () => void
}

type Values = { design: AnyDesign }

type Applied = { id: number | null; job?: string }

/** Creates or changes an object, with the SQL of the change. */
export function ChangePanel(props: Props) {
  const { kind, projectRef, existing, onClose } = props
  const form = useChangeForm(props)
  const { design } = form.values
  const change = isPreviewed(props, form) ? getBody(props, form.values) : null
  const preview = usePreview(change, (body) =>
    query(kind.routes.preview, { params: { ref: projectRef }, body }),
  )
  const set = (part: object) => form.set((values) => ({ design: { ...values.design, ...part } }))
  const fields = {
    design,
    set,
    errorOf: (name: string) => form.errors[`design.${name}`] ?? form.errors[name],
    faultOf: (name: string) => (preview.fault?.field === name ? preview.fault : undefined),
    restrictions: props.restrictions,
    projectRef,
    isNew: existing === undefined,
  }
  const KindForm = kindForms[kind.kind]
  return (
    <Dialog
      isOpen
      kind="panel"
      width="large"
      title={existing === undefined ? `New ${kind.noun}` : `Edit ${props.initial.name}`}
      onClose={onClose}
      footer={
        <>
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button
            size="large"
            variant="primary"
            keys="mod+enter"
            isPending={form.isPending}
            disabledReason={form.obstacle}
            onClick={() => form.submit()}
          >
            {existing === undefined ? `Create ${kind.noun}` : 'Save changes'}
          </Button>
        </>
      }
    >
      <Form form={form} className="flex flex-col gap-5">
        <div className="grid gap-4 tablet:grid-cols-2">
          <TextField {...fields} name="name" label="Name" />
          {kind.isInSchema && kind.isOfTable !== true && 'schema' in design && (
            <SchemaField {...fields} />
          )}
        </div>
        {KindForm !== undefined && <KindForm {...fields} />}
        {'owner' in design && <OwnerField {...fields} />}
        <CommentField {...fields} />
        <FormFailure form={form} />
        <PlannedChange {...{ kind, projectRef, change, preview }} />
      </Form>
    </Dialog>
  )
}

type Edited = { values: Values; isChanged: boolean }

const isPreviewed = ({ existing }: Props, { values, isChanged }: Edited): boolean =>
  values.design.name !== '' && (existing === undefined || isChanged)

const getBody = ({ existing, copyOf }: Props, { design }: Values) =>
  existing === undefined
    ? { action: 'create' as const, design, ...(copyOf !== undefined && { copy_of: copyOf }) }
    : { action: 'alter' as const, ...existing, design }

function useChangeForm(props: Props) {
  const { kind, projectRef, existing, initial, onClose } = props
  const { noun, routes } = kind
  const client = useQueryClient()
  const router = useRouter()
  const denied = useDenied(routes.apply, `change ${kind.nouns}`)
  return useForm<Values, Applied>({
    route: routes.apply,
    initial: { design: initial },
    getBody: (values) => getBody(props, values),
    mustChange: existing !== undefined,
    disabledReason: denied,
    send: (values) =>
      // The apply route of every kind has these parameters and this answer.
      call(routes.apply, {
        params: { ref: projectRef },
        body: getBody(props, values),
      } as SentTo<typeof routes.apply>) as Promise<Applied>,
    onSuccess: async ({ id, job }, { design }) => {
      await Promise.all([
        client.invalidateQueries({ queryKey: [routes.list.method, routes.list.path] }),
        client.invalidateQueries({ queryKey: [routes.read.method, routes.read.path] }),
      ])
      if (job !== undefined && kind.jobs !== undefined) {
        await invalidate(client, kind.jobs.list)
        await router.navigate({ to: paths.databaseObjects(projectRef, kind.kind) })
        return
      }
      kind.afterChange?.(projectRef, (href) => void router.navigate({ to: href }))
      notify.success(
        existing === undefined
          ? `The ${noun} ${design.name} was created`
          : `The ${noun} was changed`,
      )
      onClose()
      // A changed object may have been created again, under another number.
      if (id !== null && id !== existing?.id)
        await router.navigate({ to: paths.databaseObject(projectRef, kind.kind, id) })
    },
  })
}

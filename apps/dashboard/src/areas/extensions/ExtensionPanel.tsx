import { extensionGuide } from '@basalt/catalog/extensions'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'

import { Link } from '../../lib/Link.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Badge, Status } from '../../ui/Status.tsx'
import { EnabledExtension } from './EnabledExtension.tsx'
import { EnableForm } from './EnableForm.tsx'
import type { ListedExtension } from './listed-extensions.ts'
import { stateLabels } from './state-labels.ts'

type Props = {
  extension: ListedExtension
  all: readonly ListedExtension[]
  projectRef: string
  onClose: () => void
}

/** An extension: its purpose and links, and the changes that its state allows. */
export function ExtensionPanel(props: Props) {
  const { extension, projectRef, onClose } = props
  const { name, comment, state, tags, isDeprecated } = extension
  return (
    <Dialog isOpen kind="panel" width="medium" title={name} description={comment} onClose={onClose}>
      <div className="flex flex-col gap-5">
        <p className="flex flex-wrap items-center gap-2">
          <Status tone={stateLabels[state].tone}>{stateLabels[state].label}</Status>
          {tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </p>
        {isDeprecated && (
          <Notice tone="warn" title="Deprecated on this version of PostgreSQL">
            Do not use it for new work. See the guide for alternatives.
          </Notice>
        )}
        <Links extension={extension} projectRef={projectRef} />
        <StateBody {...props} />
      </div>
    </Dialog>
  )
}

function StateBody({ extension, all, projectRef, onClose }: Props) {
  const { state, engine, entry } = extension
  if (state === 'enabled' && engine !== null)
    return <EnabledExtension extension={engine} projectRef={projectRef} onDropped={onClose} />
  if (state === 'available' && engine !== null)
    return <EnableForm extension={extension} all={all} projectRef={projectRef} />
  if (state === 'platform')
    return (
      <Notice tone="info" title="Nothing to enable">
        This install provides {entry?.product ?? extension.name} without the extension.
      </Notice>
    )
  return (
    <Notice
      tone="info"
      title={
        engine === null ? 'The database server does not have it' : 'Only a superuser can create it'
      }
    >
      {engine === null ? (
        <p>
          Ask your administrator to set <code>BASALT_POSTGRES_DIR</code> to a PostgreSQL
          installation with the extension, or connect a database of your own by its URL.
        </p>
      ) : (
        <p>
          Projects have no superuser, because a superuser can run programs on the server. Connect a
          database of your own by its URL, with a role that can create the extension.
        </p>
      )}
      <p>See the guide for alternatives.</p>
    </Notice>
  )
}

type LinksProps = Pick<Props, 'extension' | 'projectRef'>

function Links({ extension: { name, entry, state }, projectRef }: LinksProps) {
  if (entry === null) return null
  const { link, github_url: source, product, product_url: url } = entry
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1">
      <Outside href={extensionGuide(name)}>Guide</Outside>
      {!link.startsWith('/') && <Outside href={link}>Manual</Outside>}
      {source !== undefined && source !== link && <Outside href={source}>Source code</Outside>}
      {state === 'platform' && url !== undefined && (
        <Link href={url.replace('{ref}', projectRef)} className="link">
          {product}
        </Link>
      )}
    </p>
  )
}

const Outside = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} target="_blank" rel="noreferrer" className="link inline-flex items-center gap-1">
    {children}
    <ExternalLink aria-hidden className="size-3.5!" />
  </a>
)

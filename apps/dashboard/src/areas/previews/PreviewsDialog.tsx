import type { FeaturePreviewKey } from '@basalt/catalog'
import type { OfferedPreview } from '@basalt/contract/previews'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'

import { previewDialog, previewsQuery, usePreview } from '../../lib/access/previews.ts'
import { useInstall } from '../../lib/install.tsx'
import { Link } from '../../lib/Link.tsx'
import { getTelemetry } from '../../lib/network/telemetry.ts'
import { paths } from '../../lib/paths.ts'
import { storage } from '../../lib/storage/storage.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { Badge } from '../../ui/Status.tsx'

/** The user's location, which is recorded with the change. */
type Place = { projectRef: string | undefined; organizationSlug: string | undefined }

/** SPEC.md section 2, "Feature-preview dialog". */
export function PreviewsDialog(place: Place) {
  const { data, error, refetch } = useQuery(previewsQuery())
  return (
    <Dialog
      isOpen
      onClose={previewDialog.close}
      title="Dashboard feature previews"
      description="New features that are not yet on for everyone. Your choices apply to this browser only."
      width="large"
    >
      {data === undefined && error === null && <SkeletonRows rows={6} className="h-10" />}
      {data === undefined && error !== null && (
        <ErrorPanel
          title="The previews could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data?.previews.length === 0 && (
        <EmptyState
          icon={FlaskConical}
          title="No feature previews available"
          action={<Discussions href={data.discussionsUrl}>Join the discussions</Discussions>}
        >
          Have an idea for a new feature?
        </EmptyState>
      )}
      {data !== undefined && data.previews.length > 0 && (
        <Previews previews={data.previews} place={place} />
      )}
    </Dialog>
  )
}

function Previews({ previews, place }: { previews: readonly OfferedPreview[]; place: Place }) {
  const [selected, setSelected] = useState<string>()
  // With no selection the first released preview is selected: others are not in the list.
  const shown = previews.find(({ key }) => key === selected) ?? previews[0]
  return (
    // The list panel is 550 px high where the screen has them.
    <div className="flex flex-col overflow-hidden rounded-card border border-line tablet:h-[550px] tablet:max-h-[calc(72vh-110px)] tablet:flex-row">
      <ul
        aria-label="Feature previews"
        className="flex-none overflow-y-auto border-b border-line tablet:w-56 tablet:border-r tablet:border-b-0"
      >
        {previews.map((preview) => (
          <li key={preview.key}>
            <PreviewEntry
              preview={preview}
              isShown={preview === shown}
              onSelect={() => setSelected(preview.key)}
            />
          </li>
        ))}
      </ul>
      {shown !== undefined && <PreviewDetail key={shown.key} preview={shown} place={place} />}
    </div>
  )
}

type EntryProps = { preview: OfferedPreview; isShown: boolean; onSelect: () => void }

function PreviewEntry({ preview, isShown, onSelect }: EntryProps) {
  const [isOn] = usePreview(preview.key)
  return (
    <button
      type="button"
      aria-current={isShown ? 'true' : undefined}
      className={clsx(
        'flex w-full items-center gap-2 px-3 py-2 text-left -outline-offset-2 pointer-coarse:min-h-10',
        isShown ? 'bg-accent-wash' : 'hover:bg-hover',
      )}
      onClick={onSelect}
    >
      <span className="min-w-0 flex-1">{preview.name}</span>
      {preview.isNew && <Badge tone="info">New</Badge>}
      {isOn && <span className="flex-none text-xs text-ink-soft">On</span>}
    </button>
  )
}

function PreviewDetail({ preview, place }: { preview: OfferedPreview; place: Place }) {
  const [isOn, setIsOn] = usePreview(preview.key)
  const telemetry = getTelemetry(useInstall())
  const page = place.projectRef === undefined ? undefined : pages[preview.key]?.(place.projectRef)
  const toggle = () => {
    setIsOn(!isOn)
    void telemetry.record({
      event: isOn ? 'feature_preview_disabled' : 'feature_preview_enabled',
      properties: {
        feature: preview.key,
        ...(place.projectRef !== undefined && { project_ref: place.projectRef }),
        ...(place.organizationSlug !== undefined && {
          organization_slug: place.organizationSlug,
        }),
      },
    })
  }

  return (
    <section aria-label={preview.name} className="flex min-w-0 flex-1 flex-col gap-4 p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h3 className="text-base font-semibold">{preview.name}</h3>
        <div className="flex flex-wrap items-center gap-2">
          <Discussions href={preview.discussionsUrl}>Give feedback</Discussions>
          <Button variant={isOn ? 'secondary' : 'primary'} onClick={toggle}>
            {isOn ? 'Disable feature' : 'Enable feature'}
          </Button>
        </div>
      </div>
      <p className="text-ink-soft">{preview.description}</p>
      <div className="flex flex-col gap-1">
        <p className="font-medium">What changes</p>
        <ul className="list-disc pl-5 text-ink-soft">
          {preview.changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      </div>
      {isOn && page !== undefined && (
        <Link
          href={page}
          className={buttonClass({}, 'self-start')}
          onClick={() => storage.featurePreviewModal.set(false)}
        >
          Open {preview.name.toLowerCase()}
        </Link>
      )}
    </section>
  )
}

/** The page of a preview's feature in a project. */
const pages: Partial<Record<FeaturePreviewKey, (ref: string) => string>> = {
  'unified-logs': (ref) => paths.logs(ref),
  'inline-editor': (ref) => paths.databaseObjects(ref, 'functions'),
  CLS: (ref) => paths.columnPrivileges(ref),
}

/** An external forum, or the support form of the install. */
function Discussions({ href, children }: { href: string; children: string }) {
  const isElsewhere = !href.startsWith('/')
  if (!isElsewhere) {
    return (
      <Link href={href} className={buttonClass()} onClick={previewDialog.close}>
        {children}
      </Link>
    )
  }
  return (
    <a href={href} target="_blank" rel="noreferrer" className={buttonClass()}>
      {children}
    </a>
  )
}

import { useEffect, useEffectEvent } from 'react'

import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

const shownMs = 30_000

type Props = {
  title: string
  description: string
  text: string | undefined
  error: Error | null
  onClose: () => void
}

/** Shows a text for half a minute, so that it does not stay on an unattended screen. */
export function RevealedText({ title, description, text, error, onClose }: Props) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (text === undefined) return undefined
    const timer = setTimeout(() => close(), shownMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <Dialog
      isOpen
      title={title}
      description={description}
      onClose={onClose}
      footer={
        <>
          {text !== undefined && <CopyButton text={text} label="Copy" />}
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {error === null ? (
        <RevealedLines text={text} />
      ) : (
        <ErrorPanel title="It cannot be shown" error={error} />
      )}
    </Dialog>
  )
}

function RevealedLines({ text }: { text: string | undefined }) {
  if (text === undefined) return <Skeleton className="h-8" />
  return (
    <pre className="max-h-80 overflow-auto rounded-control border border-line bg-sunken p-3 font-mono break-all whitespace-pre-wrap">
      {text}
    </pre>
  )
}

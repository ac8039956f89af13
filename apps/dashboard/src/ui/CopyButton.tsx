import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'

import { copiedMs, copyText } from '../lib/browser/clipboard.ts'
import { Button } from './Button.tsx'

type Props = {
  text: string
  label: string
  /** Shows the icon alone; the label is its tooltip. */
  isIcon?: boolean
  size?: 'small' | 'default'
}

/** Copies and shows it for two seconds. */
export function CopyButton({ text, label, isIcon = false, size = 'default' }: Props) {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setIsCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const shown = isCopied ? 'Copied' : label
  const content = isIcon ? { 'aria-label': shown, tooltip: shown } : { children: shown }

  return (
    <>
      <Button
        variant="ghost"
        size={size}
        icon={isCopied ? Check : Copy}
        onClick={() => void copyText(text).then(setIsCopied)}
        {...content}
      />
      <output className="sr-only">{isCopied ? 'Copied' : ''}</output>
    </>
  )
}

import { clsx } from 'clsx'
import { CircleAlert, Info, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'

import { Link } from '../../../lib/Link.tsx'
import { storage } from '../../../lib/storage/storage.ts'
import { IconButton } from '../../../ui/Button.tsx'
import type { Banner } from './banner.ts'

const looks = {
  info: { icon: Info, wash: 'bg-info-wash', ink: 'text-info' },
  warn: { icon: TriangleAlert, wash: 'bg-warn-wash', ink: 'text-warn' },
  bad: { icon: CircleAlert, wash: 'bg-bad-wash', ink: 'text-bad' },
} as const

type Props = {
  banner: Banner
  /** On one line; overflowing text is truncated. */
  isShort: boolean
  /** At the end of the line. */
  children?: ReactNode
}

/** One notice: 22 px high on a separate line, 32 px on a phone. */
export function BannerRow({ banner, isShort, children }: Props) {
  const { tone, title, message, link, dismisses } = banner
  const { icon: Icon, wash, ink } = looks[tone]
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={clsx(
        'flex min-h-8 gap-2 border-b border-line pr-1 pl-3 text-xs tablet:min-h-[22px] tablet:pl-4',
        isShort ? 'items-center' : 'items-start py-1.5',
        wash,
      )}
    >
      <Icon className={clsx('size-3.5!', !isShort && 'mt-px', ink)} />
      <p className={clsx('min-w-0 flex-1', isShort ? 'truncate' : 'break-words')}>
        <span className="font-medium">{title}</span>{' '}
        {message !== undefined && <span className="text-ink-soft">{message}</span>}
      </p>
      {link !== undefined && <BannerLink link={link} />}
      {dismisses !== undefined && (
        <IconButton
          icon={X}
          size="small"
          label="Dismiss"
          className="-my-1 h-5! [&_svg.lucide]:size-3!"
          onClick={() => dismiss(dismisses)}
        />
      )}
      {children}
    </div>
  )
}

const linkAppearance =
  'flex-none font-medium text-ink underline decoration-control underline-offset-2 hover:decoration-ink mr-1'

function BannerLink({ link: { label, href, isPlain } }: { link: NonNullable<Banner['link']> }) {
  return isPlain === true ? (
    <a href={href} target="_blank" rel="noreferrer" className={linkAppearance}>
      {label}
    </a>
  ) : (
    <Link href={href} className={linkAppearance}>
      {label}
    </Link>
  )
}

/** The button is removed with its banner, so the focus moves to the page. */
function dismiss(key: string) {
  storage.dismissedNotice(key).set(true)
  document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true })
}

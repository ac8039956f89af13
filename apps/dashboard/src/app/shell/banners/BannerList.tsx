import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'

import type { Banner } from './banner.ts'
import { BannerRow } from './BannerRow.tsx'
import { gravestBanner } from './banners.ts'

/**
 * The notices at the top of the app on one line: the gravest, and how many others there are.
 * Opened, all of them are there in full, in at most a third of the window.
 */
export function BannerList({ banners }: { banners: readonly Banner[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const first = gravestBanner(banners)
  if (first === undefined) return null
  const others = banners.length - 1
  const toggle = (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label={isOpen ? 'Collapse notice' : openLabel(others)}
      className={clsx(
        'flex h-5 flex-none items-center gap-0.5 rounded-control px-1.5 font-medium hover:bg-hover pointer-coarse:h-[30px]',
        // On a wide screen the text of a single notice fits.
        others === 0 && 'desktop:hidden',
      )}
      onClick={() => setIsOpen(!isOpen)}
    >
      {!isOpen && others > 0 && `+${others}`}
      <ChevronDown
        aria-hidden
        className={clsx('size-3.5! transition-transform duration-[120ms]', isOpen && 'rotate-180')}
      />
    </button>
  )
  const shown = isOpen ? [first, ...banners.filter((banner) => banner !== first)] : [first]
  return (
    <section
      aria-label="Banners"
      // Grows to its height instead of pushing the page down at once.
      className="grid flex-none animate-banner grid-rows-[1fr] motion-reduce:animate-none"
    >
      <div className="max-h-[33dvh] min-h-0 overflow-y-auto">
        {shown.map((banner) => (
          <BannerRow key={banner.key} banner={banner} isShort={!isOpen}>
            {banner === first && toggle}
          </BannerRow>
        ))}
      </div>
    </section>
  )
}

const openLabel = (others: number) =>
  others === 0 ? 'Expand notice' : `Show all ${others + 1} notices`

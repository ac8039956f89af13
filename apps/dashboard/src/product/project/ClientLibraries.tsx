import { clientLibraries, type DisableableFeature } from '@basalt/catalog'

import { useSwitchedOff } from '../../lib/access/disabled-features.ts'
import { Badge } from '../../ui/Status.tsx'

type Library = (typeof clientLibraries)[number]

/** Libraries that operators may switch off. */
const switches: Partial<Record<Library, DisableableFeature>> = {
  Flutter: 'sdk:dart',
  'Python (alpha)': 'sdk:python',
  'C#': 'sdk:csharp',
  Swift: 'sdk:swift',
  Kotlin: 'sdk:kotlin',
}

/** SPEC.md section 3, "Client libraries listed". */
export function ClientLibraries() {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <h3 id="client-libraries" className="font-medium">
        Client libraries
      </h3>
      <ul aria-labelledby="client-libraries" className="contents">
        {clientLibraries.map((library) => (
          <Entry key={library} library={library} />
        ))}
      </ul>
    </div>
  )
}

function Entry({ library }: { library: Library }) {
  const isOff = useSwitchedOff(switches[library]) !== undefined
  if (isOff) return null
  const isAlpha = library.endsWith('(alpha)')
  return (
    <li className="flex items-center gap-1.5 text-ink-soft">
      {library.replace(' (alpha)', '')}
      {isAlpha && <Badge tone="warn">alpha</Badge>}
    </li>
  )
}

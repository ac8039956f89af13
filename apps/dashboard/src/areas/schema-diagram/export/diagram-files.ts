import type { SchemaDiagram } from '@basalt/contract/database/schema-diagram'

import type { Place } from '../places/node-size.ts'
import { writeDbml } from './dbml.ts'
import { writeMermaid } from './mermaid.ts'
import { savePng, saveText } from './save-file.ts'
import { writeSvg } from './svg.ts'

type Exported = {
  diagram: SchemaDiagram
  places: ReadonlyMap<number, Place>
  /** Of the file, without its suffix. */
  name: string
}

/** Writes the diagram in a format and offers it as a download. */
export async function exportDiagram(
  kind: 'svg' | 'png' | 'mermaid' | 'dbml',
  { diagram, places, name }: Exported,
): Promise<void> {
  if (kind === 'mermaid') saveText(`${name}.mmd`, writeMermaid(diagram), 'text/plain')
  else if (kind === 'dbml') saveText(`${name}.dbml`, writeDbml(diagram), 'text/plain')
  else if (kind === 'svg') saveText(`${name}.svg`, writeSvg(diagram, places), 'image/svg+xml')
  else await savePng(`${name}.png`, writeSvg(diagram, places))
}

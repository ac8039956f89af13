import { useState } from 'react'

import { SearchInput } from '../../../ui/Input.tsx'

type Props = { search: string; onSearch: (search: string) => void }

/** Searches with Enter, and when the field is left or emptied: a search may read many rows. */
export function SearchField({ search, onSearch }: Props) {
  const [text, setText] = useState(search)
  const apply = () => {
    if (text.trim() !== search) onSearch(text.trim())
  }
  return (
    <form
      className="min-w-40 flex-1 basis-56"
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <SearchInput
        label="Search messages"
        maxLength={500}
        value={text}
        onBlur={apply}
        onChange={(next) => {
          setText(next)
          if (next === '' && search !== '') onSearch('')
        }}
      />
    </form>
  )
}

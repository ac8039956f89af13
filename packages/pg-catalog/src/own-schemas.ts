/** Where Basalt keeps what is its own in a project's database; it belongs to the owner alone. */
export const ownSchema = 'basalt'

/** Where dropped tables lie. Nobody but its owner may use it. */
export const trashSchema = 'basalt_trash'

/** Basalt's own schema in a project's database; it belongs to the owner alone. */
export const ownSchema = 'basalt'

/** The schema of dropped tables. Only its owner may use it. */
export const trashSchema = 'basalt_trash'

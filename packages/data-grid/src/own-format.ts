/** The clipboard type of the grid's own format, which distinguishes NULL from an empty text. */
export const ownFormat = 'application/x-basalt-cells'

/** What the clipboard calls cells of ours, which tell NULL apart from an empty text. */
export const ownFormat = 'application/x-basalt-cells'

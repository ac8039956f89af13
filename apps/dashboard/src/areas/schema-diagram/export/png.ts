import {
  colours,
  cornerRadius,
  fontFamily,
  type Picture,
  type Shape,
  textStyles,
} from './shapes.ts'

/** More is refused by some browsers. */
const mostPixels = 8192

type Pen = Pick<
  CanvasRenderingContext2D,
  | 'scale'
  | 'translate'
  | 'fillRect'
  | 'beginPath'
  | 'roundRect'
  | 'fill'
  | 'stroke'
  | 'moveTo'
  | 'bezierCurveTo'
  | 'fillText'
  | 'fillStyle'
  | 'strokeStyle'
  | 'font'
  | 'textAlign'
>

/** The size of the image in pixels: twice that of the picture, or as far as browsers can. */
export function measurePng({ width, height }: Picture) {
  const scale = Math.min(2, mostPixels / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale), scale }
}

/** Draws a picture, one group of shapes at each step. */
export function* paintPicture(pen: Pen, picture: Picture, scale: number): Generator<null> {
  pen.scale(scale, scale)
  pen.translate(-picture.left, -picture.top)
  pen.fillStyle = colours.paper
  pen.fillRect(picture.left, picture.top, picture.width, picture.height)
  for (const group of picture.groups) {
    for (const shape of group) paintShape(pen, shape)
    yield null
  }
}

function paintShape(pen: Pen, shape: Shape): void {
  if (shape.type === 'text') {
    const { colour, size, weight } = textStyles[shape.role]
    pen.fillStyle = colour
    pen.font = `${weight} ${size}px ${fontFamily}`
    pen.textAlign = shape.isAtEnd === true ? 'end' : 'start'
    pen.fillText(shape.text, shape.x, shape.y)
    return
  }
  pen.beginPath()
  if (shape.type === 'box') {
    pen.roundRect(shape.x, shape.y, shape.width, shape.height, cornerRadius)
    pen.fillStyle = colours.paper
    pen.fill()
    pen.strokeStyle = colours.border
  } else {
    const [one, other] = shape.bend
    pen.moveTo(shape.from.x, shape.from.y)
    pen.bezierCurveTo(one.x, one.y, other.x, other.y, shape.to.x, shape.to.y)
    pen.strokeStyle = colours.edge
  }
  pen.stroke()
}

/** The attributes of a cell whose column has a width of its own. */
export function sizedCell(width: number | undefined) {
  return width === undefined ? {} : { "data-sized": true, style: { width, minWidth: width, maxWidth: width } };
}

/** Gives a canvas the pixels its size on the screen needs and a context that counts in CSS pixels. */
export function sizedContext(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
): CanvasRenderingContext2D | null {
  const ratio = window.devicePixelRatio;
  const pixelWidth = Math.max(1, Math.round(width * ratio));
  const pixelHeight = Math.max(1, Math.round(height * ratio));
  if (canvas.width !== pixelWidth || canvas.height !== pixelHeight) {
    canvas.width = pixelWidth;
    canvas.height = pixelHeight;
  }
  const context = canvas.getContext('2d');
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  context?.clearRect(0, 0, width, height);
  return context;
}

const tokens = new Map<string, string>();

/** The value of a token in the theme that shows. Read once per theme: asking makes the browser settle its styles. */
export function token(name: string): string {
  const root = document.documentElement;
  const key = `${root.getAttribute('data-theme') ?? ''} ${name}`;
  const known = tokens.get(key);
  if (known !== undefined) return known;
  const value = getComputedStyle(root).getPropertyValue(name).trim();
  tokens.set(key, value);
  return value;
}

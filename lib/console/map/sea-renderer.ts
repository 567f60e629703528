import { type SeaGeometry, VERTEX_STRIDE } from './sea-geometry.ts';

/** How a cell is filled: a colour, or a hatch over a colour for one that is closed. */
export const FILL = { plain: 255, diagonal: 200, crossed: 160, dotted: 120, hidden: 0 } as const;

/** Where the map looks, in projected metres. */
export interface SeaView {
  readonly centre: readonly [x: number, y: number];
  /** Metres in a pixel of the style sheet. */
  readonly resolution: number;
  /** Radians, clockwise. */
  readonly rotation: number;
  readonly size: readonly [width: number, height: number];
  readonly pixelRatio: number;
  /** Width of the world where the projection repeats itself sideways, else 0. */
  readonly worldWidth: number;
}

/** The widest texture that every WebGL 2 device has room for. */
const TEXTURE_WIDTH = 2048;

const VERTEX_SHADER = `#version 300 es
precision highp float;
precision highp int;
layout(location = 0) in vec2 position;
layout(location = 1) in vec2 place;
layout(location = 2) in uint cell;
uniform vec2 centre;
uniform mat2 toClip;
uniform highp sampler2D fills;
out vec2 inCell;
flat out vec4 fill;
void main() {
  gl_Position = vec4(toClip * (position - centre), 0.0, 1.0);
  inCell = place;
  fill = texelFetch(fills, ivec2(int(cell) % ${TEXTURE_WIDTH}, int(cell) / ${TEXTURE_WIDTH}), 0);
}`;

const FRAGMENT_SHADER = `#version 300 es
precision highp float;
in vec2 inCell;
flat in vec4 fill;
uniform float pixelRatio;
out vec4 colour;
void main() {
  if (fill.a < 0.01) discard;
  vec3 shade = fill.rgb;
  vec2 at = gl_FragCoord.xy / pixelRatio;
  float ink = 0.0;
  if (fill.a < 0.55) ink = step(length(mod(at, 7.0) - 3.5), 1.2);
  else if (fill.a < 0.7) ink = max(step(mod(at.x + at.y, 9.0), 1.0), step(mod(at.x - at.y, 9.0), 1.0));
  else if (fill.a < 0.9) ink = step(mod(at.x + at.y, 8.0), 1.1);
  shade = mix(shade, shade * 0.78, ink);
  // a thin border, where a cell is large enough to need one
  vec2 pixels = inCell / max(fwidth(inCell), 1e-6);
  vec2 size = 1.0 / max(fwidth(inCell), 1e-6);
  vec2 border = min(pixels, size - pixels);
  float wide = smoothstep(10.0 * pixelRatio, 30.0 * pixelRatio, min(size.x, size.y));
  float line = (1.0 - smoothstep(0.4, 1.2, min(border.x, border.y))) * wide;
  colour = vec4(mix(shade, vec3(0.05, 0.12, 0.2), 0.1 * line), 1.0);
}`;

/** Draws the cells with WebGL 2. One colour per cell lies in a texture, so that another layer costs no new geometry. */
export class SeaRenderer {
  readonly canvas = document.createElement('canvas');
  readonly #gl: WebGL2RenderingContext;
  #program!: WebGLProgram;
  #texture!: WebGLTexture;
  #vertexArray!: WebGLVertexArrayObject;
  #buffers: WebGLBuffer[] = [];
  #count = 0;
  #geometry: SeaGeometry | null = null;
  #fills: Uint8Array | null = null;

  /** @throws Error where the browser has no WebGL 2 */
  constructor(onRestored: () => void) {
    const options = { premultipliedAlpha: true, alpha: true };
    // on a machine that draws without a graphics card, smooth edges cost four times the time
    const gl =
      this.canvas.getContext('webgl2', { ...options, antialias: true, failIfMajorPerformanceCaveat: true }) ??
      this.canvas.getContext('webgl2', { ...options, antialias: false });
    if (!gl) throw new Error('This browser has no WebGL 2, which the map needs to draw the sea.');
    this.#gl = gl;
    this.#initialise();
    this.canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
    this.canvas.addEventListener('webglcontextrestored', () => {
      this.#initialise();
      if (this.#geometry) this.setGeometry(this.#geometry);
      if (this.#fills) this.setFills(this.#fills);
      onRestored();
    });
  }

  /** Whether there is nothing to draw. */
  get isEmpty(): boolean {
    return this.#count === 0 || !this.#fills;
  }

  setGeometry(geometry: SeaGeometry | null): void {
    const gl = this.#gl;
    this.#geometry = geometry;
    for (const buffer of this.#buffers.splice(0)) gl.deleteBuffer(buffer);
    this.#count = geometry?.indices.length ?? 0;
    if (!geometry) return;
    gl.bindVertexArray(this.#vertexArray);
    this.#upload(gl.ARRAY_BUFFER, geometry.vertices);
    const stride = VERTEX_STRIDE * Float32Array.BYTES_PER_ELEMENT;
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, stride, 0);
    gl.enableVertexAttribArray(1);
    gl.vertexAttribPointer(1, 2, gl.FLOAT, false, stride, 2 * Float32Array.BYTES_PER_ELEMENT);
    this.#upload(gl.ARRAY_BUFFER, geometry.cells);
    gl.enableVertexAttribArray(2);
    gl.vertexAttribIPointer(2, 1, gl.UNSIGNED_INT, 0, 0);
    this.#upload(gl.ELEMENT_ARRAY_BUFFER, geometry.indices);
    gl.bindVertexArray(null);
  }

  /** @param fills cells × 4: red, green, blue, and one of FILL */
  setFills(fills: Uint8Array): void {
    const gl = this.#gl;
    this.#fills = fills;
    const rows = Math.max(1, Math.ceil(fills.length / (4 * TEXTURE_WIDTH)));
    const padded = new Uint8Array(4 * TEXTURE_WIDTH * rows);
    padded.set(fills);
    gl.bindTexture(gl.TEXTURE_2D, this.#texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, TEXTURE_WIDTH, rows, 0, gl.RGBA, gl.UNSIGNED_BYTE, padded);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  }

  draw({ centre, resolution, rotation, size, pixelRatio, worldWidth }: SeaView): void {
    const gl = this.#gl;
    const [width, height] = size.map((pixels) => Math.round(pixels * pixelRatio)) as [number, number];
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    gl.viewport(0, 0, width, height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    const [scaleX, scaleY] = [2 / (resolution * size[0]), 2 / (resolution * size[1])];
    const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
    gl.useProgram(this.#program);
    gl.bindVertexArray(this.#vertexArray);
    gl.bindTexture(gl.TEXTURE_2D, this.#texture);
    // rotation is clockwise, clip space has y upwards; matrices are column by column
    gl.uniformMatrix2fv(this.#uniform('toClip'), false, [
      cos * scaleX,
      -sin * scaleY,
      sin * scaleX,
      cos * scaleY,
    ]);
    gl.uniform1f(this.#uniform('pixelRatio'), pixelRatio);
    for (const world of worldsInView(centre[0], resolution * Math.hypot(...size), worldWidth)) {
      gl.uniform2f(this.#uniform('centre'), centre[0] - world * worldWidth, centre[1]);
      gl.drawElements(gl.TRIANGLES, this.#count, gl.UNSIGNED_INT, 0);
    }
    gl.bindVertexArray(null);
  }

  #initialise(): void {
    const gl = this.#gl;
    this.#program = gl.createProgram();
    for (const [kind, source] of [
      [gl.VERTEX_SHADER, VERTEX_SHADER],
      [gl.FRAGMENT_SHADER, FRAGMENT_SHADER],
    ] as const) {
      const shader = gl.createShader(kind)!;
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(this.#program, shader);
    }
    gl.linkProgram(this.#program);
    if (!gl.getProgramParameter(this.#program, gl.LINK_STATUS) && !gl.isContextLost()) {
      throw new Error(`The sea can't be drawn: ${gl.getProgramInfoLog(this.#program)}`);
    }
    this.#texture = gl.createTexture();
    this.#vertexArray = gl.createVertexArray();
    this.#buffers = [];
  }

  #upload(target: GLenum, data: Float32Array | Uint32Array): void {
    const buffer = this.#gl.createBuffer();
    this.#buffers.push(buffer);
    this.#gl.bindBuffer(target, buffer);
    this.#gl.bufferData(target, data, this.#gl.STATIC_DRAW);
  }

  #uniform(name: string): WebGLUniformLocation | null {
    return this.#gl.getUniformLocation(this.#program, name);
  }
}

/** The repetitions of the world that a view of this reach touches: 0 is the one around longitude 0. */
function worldsInView(x: number, reach: number, worldWidth: number): number[] {
  if (worldWidth === 0) return [0];
  const first = Math.floor((x - reach / 2) / worldWidth + 0.5);
  const last = Math.floor((x + reach / 2) / worldWidth + 0.5);
  return Array.from({ length: Math.min(5, last - first + 1) }, (_, k) => first + k);
}

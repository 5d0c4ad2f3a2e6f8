// Performs a plan with the Web Animations API. The page shows already what is; motion only tells how it came.

import type { Step } from "./plan.ts";

const EASE = "cubic-bezier(.2,.7,.2,1)";
const FADE_MS = 120;

/** Where the wall and the float are on the felt, in its own units. */
const WALL = { x: 418, y: 74 };
const FLOAT = { x: 531, y: 20 };

interface Motion {
  select: (key: string) => string;
  frames: (element: Element, key: string) => Keyframe[];
  easing?: string;
  /** Whether a copy of it moves, and is gone afterwards. */
  copies?: boolean;
}

const quoted = (text: string): string => CSS.escape(text);

/** Read from what was drawn: asking the browser where things are would make it lay out the page each time. */
const middle = (element: Element, from: string, size: string): number =>
  Number(element.getAttribute(from) ?? 0) + Number(element.getAttribute(size) ?? 0) / 2;

/** From where a thing that is drawn on the felt has to come, relative to where it is. */
function from(element: Element, point: { x: number; y: number }): string {
  const moved = element.getAttribute("transform")?.match(/translate\(([-\d.]+)[ ,]+([-\d.]+)\)/);
  const [left, top] = moved ? [Number(moved[1]), Number(moved[2])] : [middle(element, "x", "width"), middle(element, "y", "height")];
  return `${point.x - left}px ${point.y - top}px`;
}

/** The cut: every other stack steps out and back. */
const cutFrames = (key: string): Keyframe[] => {
  const out = Number(key) % 2 === 0 ? -9 : 9;
  return [{ translate: "0 0" }, { translate: `0 ${out}px`, offset: 0.35 }, { translate: `${out}px ${out}px`, offset: 0.7 }, { translate: "0 0" }];
};

/** About its long axis. On the felt the axis has to be said, in the felt's own units. */
function turn(element: Element): Keyframe[] {
  const axis = middle(element, "x", "width");
  return [{ transform: `translate(${axis}px, 0px) scale(0, 1)`, opacity: 0.4 }, { transform: "translate(0px, 0px) scale(1, 1)", opacity: 1 }];
}

const MOTIONS: Record<Step["what"], Motion> = {
  stack: { select: (key) => `[data-stack="${key}"]`, frames: () => [{ opacity: 0, translate: "0 -14px" }, { opacity: 1, translate: "0 0" }] },
  shake: {
    select: () => "[data-die]",
    frames: () => [0, 1, 2, 3, 4, 5, 6].map((turn) => ({ translate: `${turn % 2 ? 3 : -3}px 0`, opacity: 0.25 })),
    easing: "linear",
  },
  dice: { select: (key) => `[data-die="${key}"]`, frames: () => [{ opacity: 0.25, translate: "0 -10px" }, { opacity: 1, translate: "0 0" }] },
  cut: { select: (key) => `[data-stack="${key}"]`, frames: (_, key) => cutFrames(key), easing: "ease-in-out" },
  lot: {
    select: (key) => `[data-tile="${quoted(key)}"], [data-mine="${quoted(key)}"]`,
    frames: (element) => element instanceof SVGGraphicsElement
      ? [{ opacity: 0, translate: from(element, WALL) }, { opacity: 1, offset: 0.15 }, { opacity: 1, translate: "0 0" }]
      : [{ opacity: 0, translate: "0 -80px" }, { opacity: 1, translate: "0 0" }],
  },
  turn: { select: (key) => `[data-tile="${quoted(key)}"], [data-mine="${quoted(key)}"]`, frames: turn },
  open: { select: (key) => `[data-open="${quoted(key)}"]`, frames: turn },
  lay: {
    select: (key) => `[data-tile="${quoted(key)}"]`,
    frames: () => [{ opacity: 0, translate: "0 150px" }, { opacity: 1, offset: 0.2 }, { opacity: 1, translate: "0 0" }],
  },
  chip: { select: (key) => `[data-chip="${key}"]`, frames: () => [{ opacity: 0.2 }, { opacity: 1 }] },
  paid: {
    select: (key) => `[data-chip="${key}"]`,
    copies: true,
    frames: (element) => [{ translate: from(element, FLOAT), opacity: 0 }, { opacity: 1, offset: 0.2 }, { translate: "12px -8px", opacity: 1 }],
  },
  taken: {
    select: (key) => `[data-chip="${key}"]`,
    copies: true,
    frames: (element) => [{ translate: "0 0", opacity: 1 }, { opacity: 1, offset: 0.8 }, { translate: from(element, FLOAT), opacity: 0 }],
  },
};

export class Player {
  readonly #still = matchMedia("(prefers-reduced-motion: reduce)");

  /** Performs the steps on what the felt drew under this element. */
  play(root: Element, plan: readonly Step[]): void {
    if (document.hidden) return;
    for (const step of plan) {
      for (const element of root.querySelectorAll(MOTIONS[step.what].select(step.key))) this.#move(element, step);
    }
  }

  #move(element: Element, { what, key, at, ms }: Step): void {
    const { frames, easing = EASE, copies = false } = MOTIONS[what];
    if (this.#still.matches) {
      if (!copies) element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE_MS });
      return;
    }
    if (!copies) {
      element.animate(frames(element, key), { duration: ms, delay: at, easing, fill: "backwards" });
      return;
    }
    const copy = element.cloneNode(true) as Element;
    copy.removeAttribute("data-chip");
    element.after(copy);
    copy.animate(frames(element, key), { duration: ms, delay: at, easing, fill: "both" }).onfinish = () => copy.remove();
  }
}

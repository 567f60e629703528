interface Held {
  readonly element: Element;
  readonly top: number;
  /** Of the panel's content. */
  readonly scrollTop: number;
  readonly height: number;
}

/**
 * What had the focus last stays where it is seen while the answer above it comes and goes, until it is scrolled away. The
 * browser does so by itself only at times. Where it is removed, the focus goes to the first button of what it lay in.
 *
 * @returns ends it
 */
export function keepPlaceOfFocus(content: HTMLElement): () => void {
  let held: Held | null = null;
  /** What had the focus last, and what that lay in. */
  let around: readonly Element[] = [];
  const note = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const seen = content.getBoundingClientRect();
    const isSeen = element !== content && element.isConnected && top < seen.bottom && bottom > seen.top;
    held = isSeen ? { element, top, scrollTop: content.scrollTop, height: content.scrollHeight } : null;
  };
  const settle = () => {
    if (!held) return;
    const { element, top, scrollTop, height } = held;
    const isScrolled = content.scrollTop !== scrollTop;
    // what only changes places in a list moves
    if (element.isConnected && !isScrolled && content.scrollHeight !== height)
      content.scrollTop += element.getBoundingClientRect().top - top;
    note(element);
  };
  const giveOn = () => {
    if (around[0]?.isConnected !== false) return;
    const left = around.filter((each) => each.isConnected);
    around = [];
    if (document.activeElement !== document.body) return;
    const buttons = left.map((each) => each.querySelector<HTMLElement>('summary, button:enabled'));
    (buttons.find((each) => each) ?? content).focus({ preventScroll: true });
  };
  const focused = ({ target }: FocusEvent) => {
    note(target as Element);
    around = elementsAround(target as Element, content);
  };
  const scrolled = () => held && note(held.element);
  const observer = new MutationObserver(() => {
    settle();
    giveOn();
  });
  observer.observe(content, { childList: true, characterData: true, subtree: true });
  content.addEventListener('focusin', focused);
  content.addEventListener('scroll', scrolled, { passive: true });
  return () => {
    observer.disconnect();
    content.removeEventListener('focusin', focused);
    content.removeEventListener('scroll', scrolled);
  };
}

/** An element and those that it lies in, the nearest first, below another. */
function elementsAround(element: Element | null, outer: Element): Element[] {
  return element && element !== outer ? [element, ...elementsAround(element.parentElement, outer)] : [];
}

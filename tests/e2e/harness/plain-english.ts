import type { RunningApp } from './launch';

/**
 * Texts of the page, shown or told by a screen reader, that still hold plain letters when what is neither a word nor ours is
 * taken out of them: in the pseudo-locale those that come from no catalogue.
 * @param data names, addresses and the like that the page shows as they are
 */
export async function plainEnglish(app: RunningApp, data: readonly RegExp[]): Promise<readonly string[]> {
  const texts = await app.page.evaluate(() => {
    const attributes = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'];
    const shown = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (shown.nextNode() !== null) {
      const parent = shown.currentNode.parentElement;
      if (parent !== null && !['SCRIPT', 'STYLE', 'TITLE'].includes(parent.tagName))
        found.push(shown.currentNode.textContent ?? '');
    }
    for (const element of Array.from(document.querySelectorAll('body *')))
      found.push(...attributes.map((attribute) => element.getAttribute(attribute) ?? ''));
    return found;
  });
  const isPlain = (text: string) =>
    /[A-Za-z]{2,}/.test(data.reduce<string>((rest, known) => rest.replace(known, ''), text));
  return [...new Set(texts.map((text) => text.trim()).filter(isPlain))];
}

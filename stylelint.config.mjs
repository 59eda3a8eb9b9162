/**
 * The window's CSS must hold in Chromium 83. The plugin knows most of what is missing there; what it misses, and what
 * the build can't lower because a custom property is inside, is forbidden by name.
 */
const OLDEST_BROWSER = ['chrome 83'];

const message = (name) => `${name} does not exist in Chromium 83.`;

export default {
  plugins: ['stylelint-no-unsupported-browser-features'],
  rules: {
    'plugin/no-unsupported-browser-features': [
      true,
      {
        browsers: OLDEST_BROWSER,
        // Both work there, with gaps that the style sheets do not touch; nesting is lowered by the build.
        ignore: ['css-overflow', 'css-sticky', 'css-nesting'],
        ignorePartialSupport: true,
      },
    ],
    'property-disallowed-list': [
      [
        'accent-color',
        'aspect-ratio',
        'content-visibility',
        'inset-inline',
        'inset-block',
        'scrollbar-gutter',
        'text-wrap',
        'translate',
        'rotate',
        'scale',
      ],
      { message },
    ],
    'function-disallowed-list': [['color-mix', 'light-dark', 'oklch'], { message }],
    'at-rule-disallowed-list': [['property', 'layer', 'container', 'scope', 'starting-style'], { message }],
    'selector-pseudo-class-disallowed-list': [['where', 'is', 'has', 'focus-visible'], { message }],
    'unit-disallowed-list': [['dvh', 'dvw', 'svh', 'lvh'], { message }],
    'block-no-empty': true,
    'color-no-invalid-hex': true,
    'declaration-block-no-duplicate-properties': true,
    'property-no-unknown': true,
    'no-duplicate-selectors': true,
    'unit-no-unknown': true,
  },
};

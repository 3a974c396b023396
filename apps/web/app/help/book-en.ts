export const files = import.meta.glob<string>("../../help/en/*.md", { query: "?raw", import: "default", eager: true });

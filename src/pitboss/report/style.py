"""The style of a page: screen and paper, light and dark."""

STYLE = """
:root{--paper:#fff;--ink:#1b232c;--soft:#5b6874;--line:#d9dfe5;--fill:#f3f6f8;--felt:#1d6b52;
--felt2:#2f8f6f;--warn:#8a5a00;--warnfill:#fdf3dc;--gain:#2f8f6f;--loss:#b9534b;--even:#8b97a3;
--mark:#e8f3ee;--b99:#dcebe4;--b95:#bfdccf;--b90:#9ac9b5}
@media (prefers-color-scheme:dark){:root{--paper:#12171c;--ink:#e3e9ee;--soft:#9aa7b3;
--line:#2c3640;--fill:#1a2129;--felt:#6cc7a4;--felt2:#4fae8a;--warn:#e3b45c;--warnfill:#33290f;
--gain:#4fae8a;--loss:#d77a72;--even:#74818d;--mark:#1b2f28;--b99:#1b2f28;--b95:#22473a;
--b90:#2b6150}}
*{box-sizing:border-box}
html{font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;
background:var(--paper);color:var(--ink)}
body{margin:0 auto;max-width:1120px;padding:0 24px 48px}
.skip{position:absolute;left:-9999px}.skip:focus{left:8px;top:8px;background:var(--paper);
padding:6px 10px;border:2px solid var(--felt)}
header{padding:36px 0 12px;border-bottom:3px solid var(--felt)}
.kind{margin:0;color:var(--felt);font-weight:600;letter-spacing:.08em;text-transform:uppercase;
font-size:.8rem}
h1{margin:.1em 0 .2em;font-size:2.1rem;line-height:1.15}
header p{margin:.2em 0}
nav{display:flex;flex-wrap:wrap;gap:4px 16px;margin-top:14px;font-size:.92rem}
a{color:var(--felt)}
nav a{text-decoration:none}nav a:hover,nav a:focus{text-decoration:underline}
h2{margin:44px 0 12px;font-size:1.35rem;border-bottom:1px solid var(--line);padding-bottom:6px}
h3{margin:0 0 4px;font-size:1.12rem}
.edge{color:var(--felt);font-variant-numeric:tabular-nums;margin-left:.5em}
.about{margin:0 0 8px;color:var(--soft)}
.cite{white-space:nowrap}
.doubt{background:var(--warnfill);color:var(--warn);border-radius:3px;padding:0 5px;
font-size:.78rem;white-space:nowrap;font-weight:400}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(300px,1fr));gap:10px 28px;
margin:0 0 18px}
.facts div{border-left:3px solid var(--line);padding-left:10px;min-width:0}
dt{color:var(--soft);font-size:.82rem}dd{margin:0}
code{font:.82rem ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.terms dt{margin-top:8px;color:var(--ink);font-weight:600;font-size:1rem}
.scroll{overflow-x:auto;margin:0 0 18px}
.scroll:focus-visible{outline:2px solid var(--felt)}
table{border-collapse:collapse;min-width:min(100%,560px);font-size:.88rem}
#summary table,#wagers table,#citations table,article table{width:100%}
caption{text-align:left;font-weight:600;padding:0 0 6px;caption-side:top}
table.quiet caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
th,td{padding:4px 10px 4px 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
th:last-child,td:last-child{padding-right:4px}
thead th{color:var(--soft);font-weight:600;font-size:.8rem;vertical-align:bottom;
border-bottom:2px solid var(--line)}
tbody th,tfoot th{font-weight:500}
tfoot th,tfoot td{border-top:2px solid var(--line);border-bottom:0;font-weight:600}
.matrix{font-size:.8rem}.matrix tbody th{white-space:nowrap}.matrix th,.matrix td{padding-right:6px}
#citations td:nth-child(2),#citations td:nth-child(4){white-space:nowrap}
#citations td:nth-child(3){min-width:12em}#citations td:nth-child(5){min-width:18em}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
td.n{padding-left:14px}thead th.n{white-space:normal}
.matrix td.n{padding-left:4px}
.exact{color:var(--soft);font-size:.8rem;white-space:normal}
.marked th,.marked td{background:var(--mark)}
article{border:1px solid var(--line);border-radius:8px;padding:16px 18px 4px;margin:0 0 18px}
figure{margin:0 0 16px;min-width:0}
figcaption{font-weight:600;font-size:.88rem;margin-bottom:6px}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,330px),1fr));
gap:8px 28px}
svg{max-width:100%;height:auto;display:block}
.bar{fill:var(--felt2)}.bar.gain{fill:var(--gain)}.bar.loss{fill:var(--loss)}
.bar.even{fill:var(--even)}
.axis{stroke:var(--soft);stroke-width:1}
.expected{stroke:var(--felt);stroke-width:2}
.band.b99{fill:var(--b99)}.band.b95{fill:var(--b95)}.band.b90{fill:var(--b90)}
.range{stroke:var(--felt2);stroke-width:3}.end{stroke:var(--felt2);stroke-width:2}
.used{fill:var(--paper);stroke:var(--felt);stroke-width:2.5}
.shade{display:block;margin:-4px -4px;padding:4px}
.p1{background:rgba(47,143,111,.12)}.p2{background:rgba(47,143,111,.24)}
.p3{background:rgba(47,143,111,.38)}.p4{background:rgba(47,143,111,.52)}
.m1{background:rgba(185,83,75,.12)}.m2{background:rgba(185,83,75,.24)}
.m3{background:rgba(185,83,75,.38)}.m4{background:rgba(185,83,75,.52)}
ul.columns{columns:3 220px;padding-left:20px}
footer{margin-top:40px;border-top:1px solid var(--line);color:var(--soft);font-size:.78rem;
overflow-wrap:anywhere}
@media (max-width:600px){body{padding:0 14px 40px}article{padding:12px 12px 4px}
td:not(.n),tbody th{min-width:6.5em}.matrix tbody th{min-width:0}}
@media print{:root{--paper:#fff;--ink:#000;--soft:#444;--line:#bbb;--fill:#f4f4f4;--felt:#1d6b52;
--felt2:#2f8f6f;--warn:#6b4600;--warnfill:#fdf3dc;--gain:#2f8f6f;--loss:#b9534b;--even:#8b97a3;
--mark:#e8f3ee;--b99:#dcebe4;--b95:#bfdccf;--b90:#9ac9b5}
html{font-size:10.5px}body{max-width:none;padding:0}nav,.skip{display:none}
article,figure,tr{break-inside:avoid}h2,h3,caption{break-after:avoid}thead{display:table-header-group}
.scroll{overflow:visible}*{-webkit-print-color-adjust:exact;print-color-adjust:exact}
.matrix{font-size:7.5px}h2{margin-top:24px}svg{max-width:62%}.pair svg{max-width:76%}
#flow svg{width:auto;max-height:225mm}
.pair{grid-template-columns:1fr 1fr}article{padding:10px 14px 0;margin-bottom:12px}
th,td{padding-top:2px;padding-bottom:2px}.shade{margin:-2px -4px;padding:2px 4px}
footer{margin-top:12px}footer p{margin:4px 0 0}
.on-every-page{display:block;position:fixed;bottom:0;right:0;margin:0}
@page{size:A4;margin:14mm}}
.unlawful{color:#b3261e;border:2px solid;padding:.4em .8em}
@media screen{.on-every-page{display:none}}
"""

# The words of charts. Drawings have sizes of their own, which a rule for every text would override.
CHART_STYLE = """
svg text{font:12px system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;fill:var(--ink);
font-variant-numeric:tabular-nums}
svg .tick{fill:var(--soft);font-size:11px}
.step{fill:var(--fill);stroke:var(--soft);stroke-width:1}.step.chance{stroke:var(--felt)}
.step.decision{stroke:var(--warn);stroke-width:2}.step.money{stroke:var(--gain);stroke-width:2}
.step.end{fill:var(--paper)}.arrow{stroke:var(--soft);stroke-width:1.2}.head{fill:var(--soft)}
"""

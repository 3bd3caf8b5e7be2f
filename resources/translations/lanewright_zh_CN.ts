<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>New File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quick Open...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Welcome and Examples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save As...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run This File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin the file in front as the one that runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find Next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find Previous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to Definition</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find Uses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the label, macro, constant or tensor at the caret is written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Complete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What fits the free slots of the bundle at the caret</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show Operands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About the Word at the Caret</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peek at Expansion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The bundles that the line at the caret has become</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quick Fix</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takes what the problem on this line proposes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Toggle Comment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Format File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicate Lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete Line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move Lines Up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move Lines Down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fold or Unfold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fold All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unfold All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selection Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selection Forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looks, language and shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command Palette...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit Workspace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Debug Workspace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors Workspace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset Layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme: as the System</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme: Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme: Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run to a breakpoint, a fault or the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load the program as it is now, at clock 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step Bundle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step Over Call</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step Out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step Clock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run to Cursor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step Clock Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the breakpoint hit before, or to the beginning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Toggle Breakpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run For...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run so many bundles or clocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Toggle Bookmark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark this clock in the history</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next Mark in the History</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous Mark in the History</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next Changed Cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Walk through what the last command changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous Changed Cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About Lanewright</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Editor</name>
    <message>
        <source>1 clock (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 clocks (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>%1 M bundles/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 k bundles/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 bundles/s</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Views</name>
    <message>
        <source>Chip</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Registers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vector Registers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Units</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Watches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Breakpoints</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bundle Grid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Problems</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::debug::BreakpointModel</name>
    <message>
        <source>Breakpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hits</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::debug::BreakpointView</name>
    <message>
        <source>Breakpoints</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the program stops. Click beside a line number, press F9, or type below.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New breakpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loop | when r1 &gt; 3 | write vmem 10 4 | dma A | flag f0 &gt;= 8 | pop mxu | nan mxu; then: if EXPR, hit N</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::debug::HistoryBar</name>
    <message>
        <source>History</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>clock %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bookmark at clock %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a breakpoint was hit at clock %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>clock %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+M sets a bookmark where the machine stands.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bookmarks:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The history of the run, once a program is loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::debug::ProblemModel</name>
    <message>
        <source>Code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Problem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Place</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::debug::ProblemView</name>
    <message>
        <source>Problems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is wrong with the program.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quick Fix</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write %1 Instead</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::debug::StallModel</name>
    <message>
        <source>Of all clocks so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why nothing issued</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::debug::StalledModel</name>
    <message>
        <source>Held up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Issued</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each time</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::debug::StopBar</name>
    <message>
        <source>Why it stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at clock %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; the other one: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last write of %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The program was changed. What runs is the program as it was loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Breakpoint %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waits: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, because of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; until clock %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::debug::WatchModel</name>
    <message>
        <source>Expression</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::debug::WatchView</name>
    <message>
        <source>Watches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expressions over the state, with their values at every stop. Type one below.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New watch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>r1 + 4 | v2[1][5] | A[3,4] | bf16(smem[4]) | clock</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::debug::WhyView</name>
    <message>
        <source>This clock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show Bundle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show Cause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stalls by rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stalls by bundle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clock %1: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>running.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a fault in %1 ended the run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the program has halted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 issues.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is held up: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, because of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; %1 clocks to go</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What issues at this clock, or why nothing does, once a program is loaded.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::editor</name>
    <message>
        <source>%1 of the bundle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>code %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>predicate: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 register: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 register %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Label</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Constant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Macro</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 [%2] in %3 at %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, defined in %2:%3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bundle %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>value %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: a number of the machine</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::editor::CodeEditor</name>
    <message>
        <source>Program text</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::editor::Document</name>
    <message>
        <source>Untitled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has more than %2 MiB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be written: %2. Nothing was changed on disk.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::editor::DocumentArea</name>
    <message>
        <source>There is no name at the caret.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Uses in the open and included files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was changed. Save it?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is defined nowhere in the open and included files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing on this line has a proposal.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The program does not assemble: see Problems.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This line has become no bundle.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::editor::ExecutionMarks</name>
    <message>
        <source>Breakpoints need a program that assembles: mend the errors first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No bundle of the loaded program stands on this line or below it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::editor::FindBar</name>
    <message>
        <source>Find</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Upper and lower case differ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whole words only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close (Escape)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the find bar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No expression</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 matches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 replaced</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 replaced</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::editor::HoverCard</name>
    <message>
        <source>About the word under the mouse</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::editor::NoticeBar</name>
    <message>
        <source>Questions about files</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::editor::OutsideChanges</name>
    <message>
        <source>%1 was deleted or moved by another program.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was changed by another program, and here as well.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was changed by another program.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::editor::TextKeeper</name>
    <message>
        <source>%1 cannot be kept for a crash: is the disk full?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a new file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lanewright did not end well. Unsaved text of %1 was kept on %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restore</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discard</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::ide::Chooser</name>
    <message>
        <source>Choices</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::ide::MainWindow</name>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machine of the program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 per second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Full speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workspaces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Debug</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Programs (*.lw *.lwo);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type what you want to do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type a part of a file&apos;s name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save As</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Programs (*.lw)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>clock %1   bundle %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>   halted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>   fault</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About Lanewright</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt;b&gt;Lanewright %1&lt;/b&gt;&lt;p&gt;An assembler, exact emulator and time-travel debugger for neural-network accelerators.&lt;/p&gt;&lt;p&gt;GPL-3.0-or-later&lt;/p&gt;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The program does not assemble: see Problems.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No bundle of the loaded program stands on this line or below it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::ide::RunForDialog</name>
    <message>
        <source>Run For</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of what</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bundles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>clocks</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::ide::ScriptRunner</name>
    <message>
        <source>takes %1 words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs the name of an action</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not possible now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no action %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs the name of a tensor, or a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the Tensors workspace was not shown yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no tensor %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the settings have no page %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this workspace has no view %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it takes too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is no verb. There are:%2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::ide::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pages of the settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Appearance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Theme:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Si&amp;ze of everything:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For projectors and very fine screens. Takes effect after a restart.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> pt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size of &amp;program text:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type in pr&amp;esentation mode:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Language:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Names of instructions, registers and units stay English. Takes effect after a restart.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This program was built without the tool that compiles catalogues (lrelease); other languages are missing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Some of it takes effect when Lanewright begins anew. Open files and the place in the run come back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Restart Now</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::ide::ShortcutModel</name>
    <message>
        <source>%1 belongs to the program text: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 alone is needed for typing and moving. Hold Ctrl or Alt, or take a function key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comes with: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Action</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Menu</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shortcut</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::ide::ShortcutPage</name>
    <message>
        <source>&amp;Set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;No Shortcut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search by name or key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New shortcut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press the keys that the action chosen shall have</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset &amp;All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New &amp;shortcut:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is the shortcut of &quot;%2&quot;, which then has none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Set Anyway</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::ide::WelcomePage</name>
    <message>
        <source>Welcome</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lanewright</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write programs for neural-network accelerators, run them on an exact emulator, and step through them in both directions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Examples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder of examples was not found beside the program.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None yet. Open a file, or begin a new one with Ctrl+N.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::paint</name>
    <message>
        <source>The picture is too large for a file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be written.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::paint::BundleGridView</name>
    <message>
        <source>Bundle grid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The bundles of the program, one to a row. Open a program that assembles.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bundle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Issued</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stalled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>issued %1 times, held up %2 clocks</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::paint::ChipDiagramCanvas</name>
    <message>
        <source>Chip diagram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The units of the chip; the same as a table by the button above</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Results waiting: %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waits: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Carries %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The units of the chip, which of them work in this clock, and why the others wait.
Open a program that assembles.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::paint::ChipDiagramModel</name>
    <message>
        <source>active</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stalled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>idle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queue %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In this clock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why, and values</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::paint::ChipDiagramView</name>
    <message>
        <source>Fit into the view (0)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the diagram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export as SVG...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export as SVG</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SVG pictures (*.svg)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export as PNG...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export as PNG</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PNG pictures (*.png)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chip diagram as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clock %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>: bundle %1 issues</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chip diagram</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::paint::TensorCanvas</name>
    <message>
        <source>This tensor has no elements.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reading %1 %</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::paint::TensorHistogram</name>
    <message>
        <source>Histogram and colours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 values from %2 to %3; %4 below the range, %5 above it</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::paint::TensorListModel</name>
    <message>
        <source>%1, from a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2 from %3 %4 on, %5 long, layout %6</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scalar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Place</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::paint::TensorPane</name>
    <message>
        <source>Picture of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Across</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The dimension that runs down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The dimension that runs across</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 (%3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Index of dimension %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Index of dimension %1, as a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dim %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::paint::TensorsView</name>
    <message>
        <source>show the bundle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tensors of a program as pictures, once one is loaded. Or open an .npy, .npz or .png file with the button above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter by name, type, shape or place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter of tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open an .npy, .npz or .png</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write this tensor as .npy or .csv, or its picture as .png</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another tensor to see beside this one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is shown beside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>side by side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>difference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>relative difference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ULP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Signed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Viridis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cividis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Least value of the colours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Greatest value of the colours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set the colours&apos; range to the values of now; it never changes by itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The whole picture (0)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Who wrote</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find the last writer of the selected element</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>compare with ...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>counting ...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>min  %1
max  %2
mean %3
dev  %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 elements, %2 zero, %3 NaN, %4 inf
%5 never written, %6 changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>never written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>written in this step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a Tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors and pictures (*.npy *.npz *.png);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opening %1 ...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NumPy array (*.npy);;Text (*.csv);;Picture (*.png)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 written</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::session::DebugSession</name>
    <message>
        <source>Load a program first: a breakpoint names its labels and tensors.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search was interrupted.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::state</name>
    <message>
        <source>Who Wrote This Last</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No program is loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The machine is running: pause it first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The machine relies on these values; they cannot be edited.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit the Past</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The machine has already run on from here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Editing at clock %1 forgets what happened up to clock %2. It can be run again, and will go another way.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit and Forget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is too large</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is no integer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 does not fit into %2 bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hex</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>signed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unsigned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>f32</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bf16</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as usual</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A word holds two bfloat16: type both, the low one first</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::state::ChangeModel</name>
    <message>
        <source>Cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Now</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::state::ChangeView</name>
    <message>
        <source>What changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step (F11) to see which cells a bundle changes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running. What changed is listed when it stops.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last command changed %1 cells; the first %2 are listed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last command changed nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last command changed %1 cells, and %2 that the machine keeps for itself. F8: next.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::state::MemoryModel</name>
    <message>
        <source>%1: never written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 = %2   (0x%3)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::state::MemoryPicture</name>
    <message>
        <source>Memory as a picture</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::state::MemoryView</name>
    <message>
        <source>Open a program to see its memories.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show as a picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address, cell or tensor (Ctrl+G)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No program is loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That is behind the end of the memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is no address.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::state::RegisterModel</name>
    <message>
        <source>Register</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bits</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::state::RegisterView</name>
    <message>
        <source>Read as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a program to see its registers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::state::UnitModel</name>
    <message>
        <source>%1: %2 rows of %3 cells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>begun by bundle %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::state::UnitView</name>
    <message>
        <source>Units</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queues, ports, flags, transfers and weights, once a program is loaded.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lw::state::VectorView</name>
    <message>
        <source>Vector registers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit Colours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let the colours span what the registers hold now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vector registers as pictures, once a program is loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: never written</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Write, run and step programs of neural-network accelerators.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Programs to open; the first one runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drive the window from a script, then end.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
